// The bet menu of an environment: which totals a bet or raise may go to at a turn.
//
// src/railbird/abstraction/bet_menu.py says what a menu is and reads it from text; here are its rules as whole numbers,
// so that both give the same totals.
#pragma once

#include <vector>

#include "game/hand_state.hpp"

namespace railbird {

inline constexpr int kMostSizes = 64;  // in one list of sizes

// A number of a menu as a fraction; both parts are at most kMostRatio.
struct Ratio {
    std::int64_t part = 0;
    std::int64_t whole = 1;
};
inline constexpr std::int64_t kMostRatio = std::int64_t{1} << 60;

enum class SizeUnit : std::uint8_t { pot, level, big_blind, chips, least, most };
inline constexpr int kSizeUnits = 6;

struct BetSize {
    SizeUnit unit;
    Ratio number;
};

// bet: nobody has bet in this round; raise: somebody has; donk: a bet into the last aggressor of the round before.
enum class BetKind : std::uint8_t { bet, raise, donk };
inline constexpr int kBetKinds = 3;

struct BetMenu {
    std::vector<std::vector<BetSize>> lists;
    // The list of each kind, round and position, or -1: [kBetKinds][rounds][players].
    std::vector<int> list_of;
    Ratio spr, commit, add_all_in, merge;
    int most_raises = kAnyRaises;
    Chips big_blind = 0;

    // How many sizes a turn can have.
    int most_sizes() const;
};

// The totals of the sizes for the player whose turn it is; 0 where a size is not offered. At most kMostSizes + 1.
// `last_aggressor` made the last raise of the round before, or is kNobody; `acted` has who has acted in this round.
void menu_raises(const BetMenu& menu, const GameDefinition& game, const HandState& state, const Legal& legal,
                 int last_aggressor, PlayerMask acted, Chips* totals);

}  // namespace railbird
