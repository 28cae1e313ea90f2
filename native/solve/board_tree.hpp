// The cards of a spot: each player's hands, the boards that may come, and which of them are the same but for suits.
//
// An exchange of suits is a symmetry of a spot if it changes neither the deck, nor any range, nor a locked strategy,
// nor the cards on the board, street by street. Boards that such an exchange turns into each other have the same
// solution, so that only one of them, the representative, is solved. Its symmetries are those that keep the new cards,
// too.
#pragma once

#include <memory>
#include <unordered_map>

#include "cards/suits.hpp"
#include "solve/spot.hpp"

namespace railbird {

// The second card of a holding of one card: no real card, so that sums by card hold 0 for it.
inline constexpr Card kNoCard = kCards;

struct SpotHand {
    CardMask mask;
    Card a, b;
    std::uint16_t holding;
};

// The hands of a player: those of their range that the first board leaves.
struct HandList {
    std::vector<SpotHand> hands;
    std::vector<double> weights;
    std::vector<std::int32_t> same;  // the index of the same cards in the other player's list, or -1
    int size() const { return static_cast<int>(hands.size()); }
};

// The hands of both players on a full board, sorted by value. Hands that share a card with the board are left out.
struct ShowdownOrder {
    struct Place {
        std::uint16_t hand;
        Card a, b;
    };
    std::array<std::vector<Place>, 2> places;
    // Hands of equal value: where each player's part ends.
    std::vector<std::array<std::uint16_t, 2>> group_ends;
};

// Boards that are the same but for suits: the representative, and the exchanges of suits that lead to all of them.
struct BoardClass {
    std::uint32_t board;
    std::vector<std::uint8_t> exchanges;  // the first changes nothing
};

struct Board {
    CardMask cards = 0;
    CardMask dealt = 0;  // the cards that came last
    int round = 0;
    std::uint32_t symmetries = 1;  // a bit for each of the 24 exchanges of suits
    double chance = 0;             // of each way to go on, given two hands
    std::vector<BoardClass> next;
    std::array<std::vector<std::uint16_t>, 2> dead;  // hands that contain a card of `dealt`
    const ShowdownOrder* order = nullptr;            // on full boards
};

class BoardTree {
public:
    // `first_round` is the round that the spot begins in. Throws std::invalid_argument if a player has no hand, if no
    // two hands go together, or if there are too many hands or boards.
    BoardTree(const Spot& spot, int first_round, bool isomorphism);

    const HandList& hands(int player) const { return lists_[player]; }
    const std::vector<Board>& boards() const { return boards_; }  // the first board first
    int last_round() const { return last_round_; }
    // Where an exchange of suits takes each hand of a player.
    const std::vector<std::uint16_t>& images(int exchange, int player) const { return images_[player][exchange]; }
    // The sum over all pairs of hands that can be dealt together of the product of their weights.
    double pairs() const { return pairs_; }

private:
    void list_hands(const Spot& spot);
    std::uint32_t symmetries_of(const Spot& spot) const;
    void add_next(std::uint32_t board, const Spot& spot);
    const ShowdownOrder* order_of(CardMask board);

    int last_round_;
    std::array<HandList, 2> lists_;
    std::array<std::array<std::vector<std::uint16_t>, 24>, 2> images_;
    std::vector<Board> boards_;
    std::unordered_map<CardMask, std::unique_ptr<ShowdownOrder>> orders_;
    double pairs_ = 0;
};

}  // namespace railbird
