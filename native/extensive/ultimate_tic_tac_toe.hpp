// Ultimate tic-tac-toe for native searches; src/railbird/extensive/ultimate_tic_tac_toe.py has the rules.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/random.hpp"

namespace railbird {

class UltimateTicTacToe {
public:
    static constexpr int kAnyBoard = 9;

    // The cells of each board, first those of player 0; the board to play on. The position must be valid.
    UltimateTicTacToe(const std::array<std::uint16_t, 18>& cells, int board, int turn)
        : cells_(cells), board_(static_cast<std::int8_t>(board)), turn_(static_cast<std::int8_t>(turn)) {
        for (std::size_t each = 0; each < 9; ++each) {
            for (std::size_t player = 0; player < 2; ++player)
                if (contains_line(cells[each + 9 * player])) won_[player] |= bit(each);
            if ((cells[each] | cells[each + 9]) == kFull) decided_ |= bit(each);
        }
        decided_ |= won_[0] | won_[1];
    }

    int turn() const { return turn_; }

    int actions(std::int16_t* actions) const {
        int count = 0;
        const int first = board_ == kAnyBoard ? 0 : board_, last = board_ == kAnyBoard ? 8 : board_;
        for (int board = first; board <= last; ++board) {
            if (decided_ >> board & 1) continue;
            const auto at = static_cast<std::size_t>(board);
            for (unsigned open = kFull & ~(cells_[at] | cells_[at + 9]); open != 0; open &= open - 1)
                actions[count++] = static_cast<std::int16_t>(9 * board + std::countr_zero(open));
        }
        return count;
    }

    int sample_outcome(RandomStream&) const { return 0; }  // there is no chance

    void apply(int action) {
        const auto board = static_cast<std::size_t>(action / 9), cell = static_cast<std::size_t>(action % 9);
        const auto mover = static_cast<std::size_t>(turn_);
        std::uint16_t& mine = cells_[board + 9 * mover];
        mine |= bit(cell);
        turn_ = static_cast<std::int8_t>(1 - turn_);
        if (contains_line(mine)) {
            won_[mover] |= bit(board);
            decided_ |= bit(board);
            if (contains_line(won_[mover])) turn_ = -2;
        } else if ((cells_[board] | cells_[board + 9]) == kFull) {
            decided_ |= bit(board);
        }
        if (decided_ == kFull) turn_ = -2;
        board_ = static_cast<std::int8_t>(decided_ >> cell & 1 ? kAnyBoard : static_cast<int>(cell));
    }

    double payoff(int player) const {
        if (contains_line(won_[static_cast<std::size_t>(player)])) return 1;
        return contains_line(won_[static_cast<std::size_t>(1 - player)]) ? -1 : 0;
    }

    static bool contains_line(unsigned cells) { return kLines[cells >> 6] >> (cells & 63) & 1; }

private:
    static constexpr unsigned kFull = 0777;
    static constexpr std::uint16_t bit(std::size_t index) { return static_cast<std::uint16_t>(1u << index); }

    // Whether each of the 512 sets of cells contains a line, one bit a set.
    static constexpr std::array<std::uint64_t, 8> kLines = [] {
        constexpr unsigned lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
        std::array<std::uint64_t, 8> sets{};
        for (unsigned cells = 0; cells < 512; ++cells)
            for (const unsigned line : lines)
                if ((cells & line) == line) sets[cells >> 6] |= std::uint64_t{1} << (cells & 63);
        return sets;
    }();

    std::array<std::uint16_t, 18> cells_;
    std::array<std::uint16_t, 2> won_{};
    std::uint16_t decided_ = 0;
    std::int8_t board_;
    std::int8_t turn_;
};

}  // namespace railbird
