// Pieces that the readers of text share.
#pragma once

#include <string_view>

#include "game/definition.hpp"

namespace railbird::text {

// Signals that a text is unusual: a reader in Python takes it.
struct Unusual {};

inline void expect(bool usual) {
    if (!usual) throw Unusual{};
}

// Removes a start from a text; false if it has another.
inline bool take(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

inline bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Removes at most so many digits from the start of a text, and appends them to a number; returns how many there were.
inline std::size_t take_digits(std::string_view& text, std::size_t most, Chips& number) {
    std::size_t digits = 0;
    while (digits < most && digits < text.size() && is_digit(text[digits]))
        number = 10 * number + (text[digits++] - '0');
    text.remove_prefix(digits);
    return digits;
}

}  // namespace railbird::text
