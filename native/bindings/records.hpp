// The records of railbird._core.records: named tuples, created as fast as plain tuples, and action kinds.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <vector>

#include "game/hand.hpp"

namespace railbird::bindings {

namespace nb = nanobind;

// Python classes, which live as long as the interpreter.
struct RecordTypes {
    PyTypeObject* taken_action = nullptr;
    PyTypeObject* award = nullptr;
    PyTypeObject* showdown_hand = nullptr;
    PyTypeObject* settlement = nullptr;
    std::array<PyObject*, kActionKinds> kinds{};  // members of ActionKind
};
extern RecordTypes records;

nb::object to_record(const Action& action);
nb::object to_record(const Settlement& settlement, const GameDefinition& game);

// The actions from an index on, as a tuple of records.
nb::object to_records(const std::vector<Action>& actions, std::size_t first);

}  // namespace railbird::bindings

namespace nanobind::detail {

// Members of ActionKind; plain numbers from 0 to 2 are accepted as well.
template <>
struct type_caster<railbird::ActionKind> {
    NB_TYPE_CASTER(railbird::ActionKind, const_name("ActionKind"))

    bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
        for (int kind = 0; kind < railbird::kActionKinds; ++kind)
            if (source.ptr() == railbird::bindings::records.kinds[static_cast<std::size_t>(kind)]) {
                value = static_cast<railbird::ActionKind>(kind);
                return true;
            }
        if (!PyLong_CheckExact(source.ptr())) return false;
        int overflow = 0;
        const long number = PyLong_AsLongAndOverflow(source.ptr(), &overflow);
        if (overflow || number < 0 || number >= railbird::kActionKinds) return false;
        value = static_cast<railbird::ActionKind>(number);
        return true;
    }
    static handle from_cpp(railbird::ActionKind kind, rv_policy, cleanup_list*) noexcept {
        return handle(railbird::bindings::records.kinds[static_cast<std::size_t>(kind)]).inc_ref();
    }
};

}  // namespace nanobind::detail
