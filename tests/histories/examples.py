"""Hands as the programs of others write them; made up for these tests, in their layouts."""

POKERSTARS = """\
PokerStars Hand #210000000123:  Hold'em No Limit ($0.50/$1.00 USD) - 2021/03/04 21:05:06 ET
Table 'Aludra IV' 6-max Seat #2 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($41.50 in chips)
Seat 3: Cy ($212.35 in chips)
Seat 4: Dee ($7 in chips)
Seat 5: Eve ($100 in chips) is sitting out
Seat 6: Fay ($99.50 in chips)
Cy: posts small blind $0.50
Dee: posts big blind $1
Fay: posts small & big blinds $1.50
Gus joins the table at seat #5
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Fay: checks
Ann: raises $3 to $4
Bob: calls $4
Cy said, "Dee: folds"
Cy: folds
Dee: raises $3 to $7 and is all-in
Fay: folds
Ann: calls $3
Bob: calls $3
*** FLOP *** [Kd 7c 2h]
Ann: bets $14
Bob: raises $20.50 to $34.50 and is all-in
Ann: calls $20.50
*** TURN *** [Kd 7c 2h] [9s]
*** RIVER *** [Kd 7c 2h 9s] [4d]
*** SHOW DOWN ***
Ann: shows [Ah Kh] (a pair of Kings)
Bob: mucks hand
Ann collected $67 from side pot
Dee: shows [7d 7s] (three of a kind, Sevens)
Dee collected $22 from main pot
*** SUMMARY ***
Total pot $92 Main pot $23. Side pot $69. | Rake $3
Board [Kd 7c 2h 9s 4d]
Seat 1: Ann showed [Ah Kh] and won ($67) with a pair of Kings
Seat 2: Bob (button) mucked [Qd Qs]
Seat 3: Cy (small blind) folded before Flop
Seat 4: Dee (big blind) showed [7d 7s] and won ($22) with three of a kind, Sevens
Seat 6: Fay folded before Flop
"""

TOURNAMENT = """\
PokerStars Game #27000000001: Tournament #160000001, $4+$0.40 USD Hold'em No Limit - Level IV (50/100) - \
2009/04/11 9:59:18 ET
Table '160000001 12' 9-max Seat #9 is the button
Seat 1: Ann (1340 in chips)
Seat 4: Bob (70 in chips)
Seat 7: Cy (8 in chips) is sitting out
Seat 9: Dee (3000 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cy: posts the ante 8 and is all-in
Dee: posts the ante 10
Ann: posts small blind 50
Bob: posts big blind 60 and is all-in
*** HOLE CARDS ***
Dealt to Dee [9c 9d]
Dee: raises 100 to 200
Ann: folds
Uncalled bet (140) returned to Dee
*** FLOP *** [2c 3d 4h]
*** TURN *** [2c 3d 4h] [Jc]
*** RIVER *** [2c 3d 4h Jc] [Qc]
*** SHOW DOWN ***
Bob: shows [Ah Kh] (high card Ace)
Dee: shows [9c 9d] (a pair of Nines)
Dee collected 176 from side pot
Cy: shows [Qs Qh] (three of a kind, Queens)
Cy collected 32 from main pot
*** SUMMARY ***
Total pot 208 Main pot 32. Side pot 176. | Rake 0
Board [2c 3d 4h Jc Qc]
Seat 1: Ann (small blind) folded before Flop
Seat 4: Bob (big blind) showed [Ah Kh] and lost with high card Ace
Seat 7: Cy showed [Qs Qh] and won (32) with three of a kind, Queens
Seat 9: Dee (button) showed [9c 9d] and won (176) with a pair of Nines
"""

ACADEMY = """\
Poker Academy Pro #1,204
Limit Texas Hold'em ($10/$20)
Ring Table 3
May 20, 2007 - 15:31:20 (EDT)

1) Pokibot *  $1,000  Ah Kd
2) Sparbot    $980  7c 7d
3) Hari       $1,210  9h 8h

Sparbot posts small blind $5
Hari posts big blind $10
Pokibot raises $10
Sparbot folds
Hari calls $10

FLOP:  Ac 9d 2s
Hari checks
Pokibot bets $10
Hari folds
Pokibot wins $45
****************
"""

IRC_HANDS = [
    "766303976   1   455  3  2/25     2/45     2/85     2/125    3s Jc Qd 5c Ah",
    "766303990   1   456  2  1/15     0/0      0/0      0/0      ",
]
IRC_PLAYERS = [
    "Marzon     766303976  3  1 Bf    -     -     -      1000    5    0",
    "spiney     766303976  3  2 Bk    kc    kc    kc     2000   60    0 9h 9d",
    "maurer     766303976  3  3 c     b     b     b      3000   60  125 As Qs",
    "spiney     766303990  2  1 Bf    -     -     -      1930    5    0",
    "maurer     766303990  2  2 B     -     -     -      3075   10   15",
]
