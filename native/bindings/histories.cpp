// Readers of other programs' text.
#include "bindings/bindings.hpp"
#include "bindings/records.hpp"
#include "histories/stars_text.hpp"

namespace railbird::bindings {

namespace {

// What a hand tells, as a tuple of Python's own types; None if the text is unusual.
nb::object stars_hand(const nb::sequence& given, std::size_t start, int places) {
    if (places < 0 || places > 9) throw nb::value_error("there are 0 to 9 decimal places");
    const nb::object lines = snapshot_of(given);
    if (!lines.is_valid()) throw nb::type_error("lines must be a sequence of text");
    const std::size_t count = nb::len(lines);
    std::vector<std::string_view> texts;
    texts.reserve(count);
    for (std::size_t i = start; i < count; ++i) {
        PyObject* const line = PyTuple_GET_ITEM(lines.ptr(), static_cast<Py_ssize_t>(i));
        if (!PyUnicode_Check(line)) throw nb::type_error("lines must be a sequence of text");
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(line, &size);
        if (!text) {  // half of a surrogate pair
            PyErr_Clear();
            return nb::none();
        }
        texts.emplace_back(text, static_cast<std::size_t>(size));
    }
    const std::optional<StarsHand> hand = read_stars(texts, places);
    if (!hand) return nb::none();
    nb::list names, seats, stacks, posts;
    nb::dict holes, collected;
    for (std::size_t i = 0; i < hand->names.size(); ++i) {
        names.append(nb::str(hand->names[i].data(), hand->names[i].size()));
        seats.append(hand->seats[i]);
        stacks.append(hand->stacks[i]);
        const auto& cards = hand->holes[i];
        if (cards[0] != kUnknownCard) holes[nb::int_(i)] = nb::bytes(cards.data(), cards.size());
        if (hand->collected[i]) collected[nb::int_(i)] = nb::int_(hand->collected[i]);
    }
    for (const StarsPost& post : hand->posts)
        posts.append(nb::make_tuple(post.player, post.kind, post.amount, post.all_in));
    return nb::make_tuple(names, seats, stacks, posts, to_records(hand->actions, 0), holes,
                          nb::bytes(hand->board.data(), hand->board.size()), collected, hand->pot, hand->rake);
}

}  // namespace

void bind_histories(nb::module_& module) {
    module.def("stars_hand", stars_hand, nb::arg("lines"), nb::arg("start"), nb::arg("places"));
}

}  // namespace railbird::bindings
