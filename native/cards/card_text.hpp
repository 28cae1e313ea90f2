// Cards as text: a rank and a suit, "Ah".
#pragma once

#include <array>
#include <string_view>

#include "cards/cards.hpp"

namespace railbird {

namespace card_text {

constexpr std::array<std::int8_t, 256> numbers_of(std::string_view letters) {
    std::array<std::int8_t, 256> numbers{};
    for (auto& number : numbers) number = -1;
    for (std::size_t i = 0; i < letters.size(); ++i)
        numbers[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
    return numbers;
}

inline constexpr auto kRankOf = numbers_of("23456789TJQKA");
inline constexpr auto kSuitOf = numbers_of("cdhs");

}  // namespace card_text

// The rank of a letter, 0 for a deuce; -1 if it is none.
constexpr int rank_of_letter(char letter) { return card_text::kRankOf[static_cast<unsigned char>(letter)]; }

// The suit of a letter, 0 for clubs; -1 if it is none.
constexpr int suit_of_letter(char letter) { return card_text::kSuitOf[static_cast<unsigned char>(letter)]; }

}  // namespace railbird
