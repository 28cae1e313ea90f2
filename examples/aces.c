/* A player in C, without Railbird: raises with an ace or a pair pre-flop, and calls otherwise.

   cc -O2 -o aces examples/aces.c
   railbird match "process(./aces)" simple */

#include <stdio.h>
#include <string.h>

/* In heads-up limit hold'em position 1, the button, begins the first round, and position 0 all others. */
static int is_my_turn(int position, const char *betting) {
    const char *street = strrchr(betting, '/');
    int first = street ? 0 : 1;
    int rounds = 0;
    for (const char *at = betting; *at; at++) rounds += *at == '/';
    street = street ? street + 1 : betting;
    size_t actions = strlen(street);
    if (strchr(betting, 'f')) return 0;
    if (rounds == 3 && actions > 1 && street[actions - 1] == 'c') return 0;
    return (first + (int)actions) % 2 == position;
}

static char act(const char *betting, const char *cards) {
    int raises = 0;
    for (const char *at = betting; *at; at++) raises += *at == 'r';
    int strong = cards[0] == 'A' || cards[2] == 'A' || cards[0] == cards[2];
    return strong && !strchr(betting, '/') && raises < 3 ? 'r' : 'c';
}

int main(void) {
    char line[4096];
    setvbuf(stdout, NULL, _IOLBF, 0); /* each line is sent at once */
    printf("VERSION:2.0.0\n");
    while (fgets(line, sizeof line, stdin)) {
        int position, number;
        char betting[512] = "", cards[512] = "";
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#' || line[0] == ';') continue;
        if (sscanf(line, "MATCHSTATE:%d:%d:%511[^:]:%511s", &position, &number, betting, cards) != 4) {
            betting[0] = 0; /* nobody has acted */
            if (sscanf(line, "MATCHSTATE:%d:%d::%511s", &position, &number, cards) != 3) continue;
        }
        const char *own = position ? strchr(cards, '|') + 1 : cards;
        if (is_my_turn(position, betting)) printf("%s:%c\n", line, act(betting, own));
    }
    return 0;
}
