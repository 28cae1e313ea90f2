// Many hands at once, one at each of many tables: actions in, observations, legal actions and payoffs out, as arrays.
//
// A seat is played by the caller, or natively: at random or by always calling. The button moves with every hand: in
// hand h, seat s has the position s - h, modulo the number of players. Hand h of a table depends on its seed and h
// alone.
#pragma once

#include <vector>

#include "base/random.hpp"
#include "envs/observation.hpp"
#include "game/dealing.hpp"

namespace railbird {

enum class SeatPlayer : std::uint8_t { caller, random, calls };
inline constexpr int kSeatPlayers = 3;

class HandBatch {
public:
    static constexpr std::int32_t kLeave = -1, kDeal = -2;  // in place of an action: nothing, and the next hand

    // Where results go: a row for each table. A row changes only if its table was not left alone.
    struct Outputs {
        float* observations;
        std::int8_t* masks;   // 1 for legal actions; all 0 if the hand is over
        std::int32_t* seats;  // whose turn it is; -1 if the hand is over
        double* payoffs;  // by seat, when the hand is over; after a deal, those of hands that ended without the caller
    };

    // One player for each seat; the caller plays at least one. Payoffs are divided by `unit` chips. The end of a hand
    // is observed from the seat `home`, or with -1 from the caller's seat that acted last.
    HandBatch(const Encoding& encoding, std::vector<SeatPlayer> players, int home, Chips unit,
              std::vector<std::uint64_t> seeds);

    const Encoding& encoding() const { return encoding_; }
    int count() const { return static_cast<int>(tables_.size()); }
    bool over(int table) const { return at(table).state.over(); }
    // The number of the hand that was dealt last, or -1.
    std::int64_t hand(int table) const { return at(table).next - 1; }

    // Starts a table again, before its first hand.
    void reseed(int table, std::uint64_t seed);
    // The next hand of a table has these cards, cards_needed(game) of them. A hand that ends without the caller uses
    // them up too.
    void set_next_deal(int table, std::vector<Card> cards);

    // The first table that cannot take its action, or -1; `illegal`: an illegal action counts as such.
    int refused(const std::vector<std::int32_t>& actions, bool illegal) const;
    // No action may be refused. In place of an illegal one, the player checks or calls.
    void act(const std::vector<std::int32_t>& actions, const Outputs& outputs);

private:
    struct Table {
        HandState state;
        std::array<Card, kCards> cards{};
        RandomStream random{0, 0};
        std::uint64_t seed = 0;
        std::int64_t next = 0;  // the number of the next hand
        BettingTrace trace;
        std::vector<Card> next_deal;  // empty for cards from the seed
        int viewer = 0;               // the seat of the caller whose turn it is, or who acted last
    };

    const Table& at(int table) const { return tables_[static_cast<std::size_t>(table)]; }
    float* cells(int table) { return cells_.data() + static_cast<std::size_t>(table) * cell_count_; }
    Chips* totals(int table) { return totals_.data() + static_cast<std::size_t>(table) * action_count_; }
    int seat_of(const Table& table, int position) const;
    int position_of(const Table& table, int seat) const;
    void deal(int index, double* payoffs);
    void start_hand(int index);
    void take(int index, int action);
    // Plays seats of the native players until it is the caller's turn or the hand is over.
    void play_on(int index);
    void add_payoffs(const Table& table, double* payoffs) const;
    void write(int index, const Outputs& outputs);

    Encoding encoding_;
    HandState start_;
    std::vector<SeatPlayer> players_;
    int home_;
    Chips unit_;
    bool draws_;  // some seat is played at random
    std::size_t cell_count_, action_count_, size_;
    std::vector<Table> tables_;
    std::vector<float> cells_;
    std::vector<Chips> totals_;  // of the actions of the player to act
};

// A random legal action for each row of masks, kCall where there is none.
void random_actions(const std::int8_t* masks, std::size_t rows, int actions, RandomStream& random,
                    std::int32_t* chosen);

}  // namespace railbird
