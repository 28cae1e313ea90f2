// Reads hands in the text of PokerStars as it usually is; the reader in Python takes the rest.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "game/hand.hpp"

namespace railbird {

// A post; its kind is an index of kStarsPosts.
struct StarsPost {
    int player;
    int kind;
    Chips amount;
    bool all_in;
};

inline constexpr std::array<std::string_view, 6> kStarsPosts{"ante",      "small & big blinds", "small blind",
                                                             "big blind", "straddle",           "button blind"};

// What a hand tells between its table and its end. Players are numbered in the order of their seats in the text.
struct StarsHand {
    static constexpr std::size_t kMostSeats = 20;

    std::vector<std::string_view> names;
    std::vector<int> seats;
    std::vector<Chips> stacks;
    std::vector<StarsPost> posts;
    std::vector<Action> actions;
    std::vector<std::array<Card, 2>> holes;  // kUnknownCard if they are not shown
    std::vector<Card> board;
    std::vector<Chips> collected;
    Chips pot = -1;  // and the rake are -1 if the summary does not tell them
    Chips rake = -1;
};

// Reads lines from the seats on; amounts are told with so many decimal places, or as whole numbers. Empty if any line
// that counts is not written in the usual way, or contradicts another: then this reader does not know better.
std::optional<StarsHand> read_stars(const std::vector<std::string_view>& lines, int places);

}  // namespace railbird
