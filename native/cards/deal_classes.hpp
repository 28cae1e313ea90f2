// Deals up to an exchange of suits: a number for each class, and back.
//
// A deal is a list of rounds, each a set of cards: two hole cards, then a flop of three, a turn, a river. Two deals are
// of one class if an exchange of suits turns one into the other, round by round. The method is Waugh's (2013): each
// suit has a vector (how many cards it has in each round) and a number (which ranks these are); the vectors, sorted,
// are the shape of the deal; suits with equal vectors are a multiset of numbers, which has a number itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

class DealClasses {
public:
    static constexpr int kMostRounds = 4;
    static constexpr int kMostCards = 7;

    // The deck has the same ranks in each suit; each round has one to seven cards. Throws std::invalid_argument.
    DealClasses(CardMask deck, const std::vector<int>& rounds);

    CardMask deck() const { return deck_; }
    int rounds() const { return static_cast<int>(rounds_.size()); }
    // The number of cards up to and including a round.
    int cards(int round) const { return cards_[round]; }
    // The number of classes of deals up to and including a round.
    std::uint64_t count(int round) const { return counts_[round]; }

    // The number of a deal of cards(round) different cards of the deck, those of the first round first.
    std::uint64_t index(int round, const Card* cards) const;
    // Writes a deal of the class with this number, below count(round).
    void deal(int round, std::uint64_t index, Card* cards) const;

private:
    using Vector = std::array<std::uint8_t, kMostRounds>;  // cards of a suit in each round

    struct Shape {
        std::uint64_t first = 0;                         // its classes have the numbers from here on
        std::array<Vector, kSuits> vectors{};            // in descending order
        std::array<std::uint32_t, kSuits> sizes{};       // numbers that a suit with this vector can have
        std::array<std::uint8_t, kSuits> same{};         // suits with this vector, at the first of them; else 0
        std::array<std::uint64_t, kSuits> group_size{};  // multisets of numbers, at the first of them
    };
    // What the numbers of cards in each round and suit say.
    struct Arrangement {
        std::uint16_t shape;
        std::array<std::uint8_t, kSuits> order;  // suits by descending vector
    };
    struct Street {
        std::vector<Shape> shapes;                // by first
        std::vector<Arrangement> arrangements;    // by the rounds' splits
        std::array<std::uint16_t, 4096> split{};  // of a round: the number of its counts by suit, three bits each
        std::uint32_t splits = 0;
    };

    void build(int round);
    Shape shape_of(const std::array<Vector, kSuits>& vectors, int round) const;

    CardMask deck_;
    std::vector<int> rounds_;
    std::vector<int> cards_;
    std::vector<std::uint64_t> counts_;
    std::vector<Street> streets_;
    int ranks_ = 0, suits_ = 0;
    std::array<std::uint8_t, kRanks> dense_rank_{}, rank_{};  // to ranks counted without gaps, and back
    std::array<std::uint8_t, kSuits> dense_suit_{}, suit_{};
};

}  // namespace railbird
