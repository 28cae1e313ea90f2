#include "cards/deal_classes.hpp"

#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"

namespace railbird::bindings {

namespace {

void check_round(const DealClasses& classes, int round) {
    if (round < 0 || round >= classes.rounds()) throw nb::value_error("there is no such round");
}

}  // namespace

void bind_deal_classes(nb::module_& module) {
    nb::class_<DealClasses> type(module, "DealClasses");
    type.def(
        "__init__",
        [](DealClasses* self, CardMask deck, const std::vector<int>& rounds) { construct(self, deck, rounds); },
        nb::arg("deck"), nb::arg("rounds"));
    type.def("count", [](const DealClasses& self, int round) {
        check_round(self, round);
        return self.count(round);
    });
    type.def("index", [](const DealClasses& self, int round, const Snapshot<std::uint8_t, -1, -1>& deals) {
        check_round(self, round);
        const auto size = static_cast<std::size_t>(self.cards(round));
        if (deals.shape(1) != size) throw nb::value_error("the deals have another number of cards than the round");
        const std::size_t count = deals.shape(0);
        std::unique_ptr<std::uint64_t[]> result(new std::uint64_t[count]);
        bool possible = true;
        {
            nb::gil_scoped_release release;
            for (std::size_t i = 0; i < count && possible; ++i) {
                const Card* cards = deals.data() + i * size;
                CardMask seen = 0;
                for (std::size_t c = 0; c < size && possible; ++c) {
                    possible = cards[c] < kCards && (self.deck() & ~seen) >> cards[c] & 1;
                    if (possible) seen |= bit_of(cards[c]);
                }
                if (possible) result[i] = self.index(round, cards);
            }
        }
        if (!possible) throw nb::value_error("a deal must have different cards of the deck");
        return to_numpy(std::move(result), {count});
    });
    type.def("deals", [](const DealClasses& self, int round, const Snapshot<std::uint64_t, -1>& indices) {
        check_round(self, round);
        const auto size = static_cast<std::size_t>(self.cards(round));
        const std::size_t count = indices.size();
        const std::uint64_t end = self.count(round);
        for (const std::uint64_t index : indices.values())
            if (index >= end) throw nb::value_error("there is no class with this number");
        std::unique_ptr<std::uint8_t[]> result(new std::uint8_t[count * size]);
        {
            nb::gil_scoped_release release;
            for (std::size_t i = 0; i < count; ++i) self.deal(round, indices.values()[i], result.get() + i * size);
        }
        return to_numpy(std::move(result), {count, size});
    });
}

}  // namespace railbird::bindings
