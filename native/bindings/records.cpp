#include "bindings/records.hpp"

#include "bindings/bindings.hpp"

namespace railbird::bindings {

RecordTypes records;

namespace {

// A named tuple that takes ownership of these items. Throws if one of them could not be created.
template <std::size_t N>
nb::object make_record(PyTypeObject* type, const std::array<PyObject*, N>& items) {
    PyObject* record = nullptr;
    if (std::find(items.begin(), items.end(), nullptr) == items.end())
        record = type->tp_alloc(type, static_cast<Py_ssize_t>(N));
    for (std::size_t i = 0; i < N; ++i) {
        if (record)
            PyTuple_SET_ITEM(record, static_cast<Py_ssize_t>(i), items[i]);
        else
            Py_XDECREF(items[i]);
    }
    if (!record) throw nb::python_error();
    return nb::steal(record);
}

template <class Items, class Convert>
PyObject* make_tuple_of(const Items& items, std::size_t first, std::size_t last, const Convert& convert) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(last - first)));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t i = first; i < last; ++i)
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i - first), convert(items[i]));
    return tuple.release().ptr();
}

PyObject* number(Chips chips) { return PyLong_FromLongLong(chips); }

PyTypeObject* named_tuple(const nb::module_& module, const char* name) {
    return reinterpret_cast<PyTypeObject*>(nb::object(module.attr(name)).release().ptr());
}

// Records are immutable and the same actions recur often, so most come from this cache. The GIL guards it; a new record
// replaces an old one.
struct KnownAction {
    std::uint64_t key = 0;
    PyObject* record = nullptr;
};
constexpr int kKnownBits = 12;
std::array<KnownAction, 1 << kKnownBits> known_actions;

}  // namespace

nb::object to_record(const Action& action) {
    const std::uint64_t key = static_cast<std::uint64_t>(action.amount) << 16 |
                              static_cast<std::uint64_t>(action.player) << 8 |
                              static_cast<std::uint64_t>(action.round) << 4 | static_cast<std::uint64_t>(action.kind);
    KnownAction& known = known_actions[key * 0x9E3779B97F4A7C15ull >> (64 - kKnownBits)];
    if (known.record && known.key == key) return nb::borrow(known.record);
    PyObject* kind = records.kinds[static_cast<std::size_t>(action.kind)];
    Py_INCREF(kind);
    nb::object record = make_record<4>(records.taken_action,
                                       {number(action.player), number(action.round), kind, number(action.amount)});
    PyObject* const old = known.record;
    known = {key, nb::object(record).release().ptr()};
    Py_XDECREF(old);
    return record;
}

nb::object to_records(const std::vector<Action>& actions, std::size_t first) {
    return nb::steal(make_tuple_of(actions, std::min(first, actions.size()), actions.size(),
                                   [](const Action& action) { return to_record(action).release().ptr(); }));
}

nb::object to_record(const Settlement& settlement, const GameDefinition& game) {
    const auto award = [](const Award& each) {
        return make_record<3>(records.award, {number(each.pot), number(each.player), number(each.parts)})
            .release()
            .ptr();
    };
    const auto showdown_hand = [](const Showing& each) {
        return make_record<2>(records.showdown_hand, {number(each.player), PyBool_FromLong(each.shown)})
            .release()
            .ptr();
    };
    const auto awards = nb::steal(make_tuple_of(settlement.awards, 0, settlement.awards.size(), award));
    const auto showdown = nb::steal(make_tuple_of(settlement.showdown, 0, settlement.showdown.size(), showdown_hand));
    const auto payoffs = nb::steal(make_tuple_of(settlement.payoffs, 0, static_cast<std::size_t>(game.players),
                                                 [](Chips parts) { return number(parts); }));
    return make_record<6>(records.settlement,
                          {number(settlement.uncalled_player), number(settlement.uncalled), number(settlement.rake),
                           awards.inc_ref().ptr(), showdown.inc_ref().ptr(), payoffs.inc_ref().ptr()});
}

void bind_records(nb::module_&) {
    const nb::module_ python = nb::module_::import_("railbird._core.records");
    records.taken_action = named_tuple(python, "TakenAction");
    records.award = named_tuple(python, "Award");
    records.showdown_hand = named_tuple(python, "ShowdownHand");
    records.settlement = named_tuple(python, "Settlement");
    const nb::object kind = python.attr("ActionKind");
    records.kinds = {nb::object(kind.attr("FOLD")).release().ptr(), nb::object(kind.attr("CALL")).release().ptr(),
                     nb::object(kind.attr("RAISE")).release().ptr()};
}

}  // namespace railbird::bindings
