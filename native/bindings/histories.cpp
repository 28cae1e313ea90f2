// Readers of other programs' text.
#include "bindings/bindings.hpp"
#include "bindings/records.hpp"
#include "histories/phh_actions.hpp"
#include "histories/stars_text.hpp"

namespace railbird::bindings {

namespace {

constexpr int kMostPlaces = 4;

void check_places(int places) {
    if (places < 0 || places > kMostPlaces) throw nb::value_error("there are 0 to 4 decimal places");
}

// Text as UTF-8; empty if it has half of a surrogate pair.
std::optional<std::string_view> utf8_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes) return std::string_view(bytes, static_cast<std::size_t>(size));
    PyErr_Clear();
    return std::nullopt;
}

// What a hand tells, as a tuple of Python's own types; None if the text is unusual.
nb::object stars_hand(const nb::sequence& given, std::size_t start, int places) {
    check_places(places);
    const nb::object lines = snapshot_of(given);
    if (!lines.is_valid()) throw nb::type_error("lines must be a sequence of text");
    const std::size_t count = nb::len(lines);
    std::vector<std::string_view> texts;
    texts.reserve(count);
    for (std::size_t i = start; i < count; ++i) {
        PyObject* const line = PyTuple_GET_ITEM(lines.ptr(), static_cast<Py_ssize_t>(i));
        if (!PyUnicode_Check(line)) throw nb::type_error("lines must be a sequence of text");
        const std::optional<std::string_view> text = utf8_of(line);
        if (!text) return nb::none();
        texts.push_back(*text);
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

// The actions and the deal; None if the text is unusual.
nb::object phh_actions(const nb::str& value, int players, int places) {
    check_places(places);
    if (players < 2 || players > kMostPlayers) throw nb::value_error("a hand has 2 to 10 players");
    const std::optional<std::string_view> text = utf8_of(value);
    if (!text) return nb::none();
    const std::optional<PhhActions> told = read_phh_actions(*text, players, places);
    if (!told) return nb::none();
    return nb::make_tuple(to_records(told->actions, 0), nb::bytes(told->deal.data(), told->deal.size()));
}

}  // namespace

void bind_histories(nb::module_& module) {
    module.def("phh_actions", phh_actions, nb::arg("value"), nb::arg("players"), nb::arg("places"));
    module.def("stars_hand", stars_hand, nb::arg("lines"), nb::arg("start"), nb::arg("places"));
}

}  // namespace railbird::bindings
