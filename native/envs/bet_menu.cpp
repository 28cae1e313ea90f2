#include "envs/bet_menu.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace railbird {

namespace {

__extension__ using Wide = __int128;  // a ratio times any amount at a table fits

// What the sizes depend on.
struct Turn {
    Chips level;  // the bet to match in this round
    Chips pot;    // after a call
    Chips least, most;
    Chips all_in;  // which pot-limit games may not allow
    Chips big_blind;
};

// Rounded to the nearest chip, a half up.
Wide rounded(const Ratio& number, Wide base) {
    return (2 * number.part * base + number.whole) / (Wide{2} * number.whole);
}

// The legal total of a size, or 0 if it means nothing here.
Chips total_of(const BetSize& size, const Turn& turn) {
    Wide total = 0;
    switch (size.unit) {
        case SizeUnit::pot: total = turn.level + rounded(size.number, turn.pot); break;
        case SizeUnit::level:
            if (!turn.level) return 0;
            total = rounded(size.number, turn.level);
            break;
        case SizeUnit::big_blind:
            if (!turn.big_blind) return 0;
            total = rounded(size.number, turn.big_blind);
            break;
        case SizeUnit::chips: total = size.number.part; break;
        case SizeUnit::least: total = turn.least; break;
        case SizeUnit::most: total = turn.most; break;
    }
    return static_cast<Chips>(std::min<Wide>(std::max<Wide>(total, turn.least), turn.most));
}

// The total, or all-in if the options say so.
Chips committed(const BetMenu& menu, const Turn& turn, Chips total) {
    if (turn.most < turn.all_in) return total;
    const Chips pot = turn.pot + 2 * (total - turn.level), left = turn.all_in - total;
    if (Wide{menu.spr.whole} * left <= Wide{menu.spr.part} * pot) return turn.most;
    const bool commits = menu.commit.part && Wide{menu.commit.whole} * total >= Wide{menu.commit.part} * turn.all_in;
    return commits ? turn.most : total;
}

// From the largest down, leaves out sizes whose pot is not smaller by enough than that of the next larger one.
void merge_sizes(const BetMenu& menu, const Turn& turn, Chips* totals, int count) {
    std::array<int, kMostSizes + 1> order;
    std::iota(order.begin(), order.begin() + count, 0);
    std::sort(order.begin(), order.begin() + count, [&](int a, int b) { return totals[a] > totals[b]; });
    Chips kept = 0;
    for (int i = 0; i < count; ++i) {
        Chips& total = totals[order[static_cast<std::size_t>(i)]];
        if (!total) continue;
        const Wide larger = Wide{menu.merge.whole} * (turn.pot + kept - turn.level);
        const Wide wanted = Wide{menu.merge.whole + menu.merge.part} * (turn.pot + total - turn.level);
        if (kept && larger < wanted)
            total = 0;
        else
            kept = total;
    }
}

}  // namespace

int BetMenu::most_sizes() const {
    std::size_t most = 0;
    for (const auto& list : lists) most = std::max(most, list.size());
    return static_cast<int>(most) + (add_all_in.part > 0);
}

void menu_raises(const BetMenu& menu, const GameDefinition& game, const HandState& state, const Legal& legal,
                 int last_aggressor, PlayerMask acted, Chips* totals) {
    const int count = menu.most_sizes();
    std::fill_n(totals, count, 0);
    if (!legal.raise() || state.raises() >= menu.most_raises) return;
    const int actor = state.actor();
    const Chips level = state.bet(actor) + legal.call;
    Chips reach = 0;  // the most that an opponent can match
    for (int player = 0; player < game.players; ++player)
        if (player != actor && !state.folded(player)) reach = std::max(reach, state.bet(player) + state.stack(player));
    if (reach <= level) return;
    const Chips all_in = std::max(std::min(state.bet(actor) + state.stack(actor), reach), legal.least_raise);
    const Turn turn{
        level,         state.pot(game) + legal.call, legal.least_raise, std::min(legal.most_raise, all_in), all_in,
        menu.big_blind};
    const bool donk =
        !level && last_aggressor != kNobody && last_aggressor != actor && !(acted & mask_of(last_aggressor));
    const BetKind kind = level ? BetKind::raise : donk ? BetKind::donk : BetKind::bet;
    const int list = menu.list_of[static_cast<std::size_t>(
        (static_cast<int>(kind) * game.rounds + state.round()) * game.players + actor)];
    const int sizes = list < 0 ? 0 : static_cast<int>(menu.lists[static_cast<std::size_t>(list)].size());
    for (int i = 0; i < sizes; ++i) {
        Chips total = total_of(menu.lists[static_cast<std::size_t>(list)][static_cast<std::size_t>(i)], turn);
        if (!total) continue;
        total = committed(menu, turn, total);
        Chips* same = std::find(totals, totals + i, total);
        if (same != totals + i) {  // of equal sizes the first one stays, but of the largest ones the last
            if (total != turn.most) continue;
            *same = 0;
        }
        totals[i] = total;
    }
    const bool add = turn.most == turn.all_in &&
                     Wide{menu.add_all_in.whole} * (turn.most - level) <= Wide{menu.add_all_in.part} * turn.pot;
    if (add && std::find(totals, totals + sizes, turn.most) == totals + sizes) totals[sizes] = turn.most;
    if (menu.merge.part) merge_sizes(menu, turn, totals, count);
}

}  // namespace railbird
