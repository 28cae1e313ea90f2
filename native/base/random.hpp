// Random numbers that are the same on every machine, in streams named by numbers.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace railbird {

__extension__ using Word128 = unsigned __int128;

// Spreads the bits of a number over the whole word (the finisher of SplitMix64, Steele, Lea and Flood 2014).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

// The purpose of a named stream.
enum class Purpose : std::uint64_t {
    dealing = 1,
    random_hands = 2,
    income_rates = 3,
    simulation = 4,
    environments = 5
};

// xoshiro256++ (Blackman and Vigna 2019), its state filled from (seed, stream).
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t x = mix_bits(seed + kGolden) ^ mix_bits(mix_bits(stream + 2 * kGolden));
        for (auto& word : state_) word = mix_bits(x += kGolden);
    }

    // A stream named by a seed and any further numbers, such as a hand, a seat and a purpose.
    static RandomStream named(std::uint64_t seed, std::initializer_list<std::uint64_t> name) {
        std::uint64_t x = 0;
        for (const std::uint64_t part : name) x = mix_bits(x + kGolden) ^ mix_bits(part + 3 * kGolden);
        return RandomStream(seed, x);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // A whole number from 0 to bound - 1, none more likely than another by more than a factor of 1 + bound / 2^64.
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>(static_cast<Word128>(next()) * bound >> 64);
    }

    // A number in [0, 1), a multiple of 2^-53.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ull;
    static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return x << k | x >> (64 - k); }
    std::uint64_t state_[4];
};

// Cards drawn from one random word: 52^6 < 2^35, so no six cards are favoured by more than one part in 2^29.
inline constexpr int kCardsPerWord = 6;

// Draws several small numbers from one random word: the word is read as a fraction, each number is the integer part
// after multiplying by its bound, and the fractional part serves the next one. If the bounds multiply to M, no
// combination is more likely than another by more than a factor of 1 + M / 2^64.
class Draws {
public:
    explicit constexpr Draws(std::uint64_t word) : fraction_(word) {}

    std::uint64_t below(std::uint64_t bound) {
        const Word128 product = static_cast<Word128>(fraction_) * bound;
        fraction_ = static_cast<std::uint64_t>(product);
        return static_cast<std::uint64_t>(product >> 64);
    }
    std::uint64_t rest() const { return fraction_; }

private:
    std::uint64_t fraction_;
};

}  // namespace railbird
