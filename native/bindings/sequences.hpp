// Python sequences as std::vector and std::tuple, read from a snapshot.
//
// Converting an element may run Python code: its __index__ or __float__ can empty the list that is being read, or drop
// the last reference to an element that was read before. So a sequence is first copied to a tuple, which nobody can
// change and which lives until the call is over, and only then are its elements converted. These casters replace
// nanobind/stl/vector.h and nanobind/stl/tuple.h, which read lists without a copy; including those as well does not
// compile.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/detail/nb_list.h>

#include <tuple>
#include <utility>
#include <vector>

namespace railbird::bindings {

// Copies the elements of a sequence to a tuple; invalid if the object is not a sequence, or is text. Never raises.
inline nanobind::object snapshot_of(nanobind::handle sequence) noexcept {
    PyObject* given = sequence.ptr();
    if (PyTuple_CheckExact(given)) return nanobind::borrow(sequence);
    if (PyList_CheckExact(given)) return nanobind::steal(PyList_AsTuple(given));
    if (PyUnicode_Check(given) || PyBytes_Check(given) || !PySequence_Check(given)) return {};
    PyObject* tuple = PySequence_Tuple(given);
    if (!tuple) PyErr_Clear();
    return nanobind::steal(tuple);
}

}  // namespace railbird::bindings

namespace nanobind::detail {

template <class T>
struct type_caster<std::vector<T>> : list_caster<std::vector<T>, T> {
    bool from_python(handle source, uint32_t flags, cleanup_list* cleanup) noexcept {
        snapshot_ = railbird::bindings::snapshot_of(source);
        if (!snapshot_.is_valid()) return false;
        // Pointers into elements stay valid until the call is over.
        if (cleanup) cleanup->append(object(snapshot_).release().ptr());
        return list_caster<std::vector<T>, T>::from_python(snapshot_, flags, cleanup);
    }

private:
    object snapshot_;
};

template <class... Ts>
struct type_caster<std::tuple<Ts...>> {
    using Value = std::tuple<Ts...>;
    using Indices = std::index_sequence_for<Ts...>;
    static constexpr auto Name = const_name("tuple[") + concat(make_caster<Ts>::Name...) + const_name("]");
    template <class T>
    using Cast = Value;

    bool from_python(handle source, uint32_t flags, cleanup_list* cleanup) noexcept {
        snapshot_ = railbird::bindings::snapshot_of(source);
        if (!snapshot_.is_valid() || PyTuple_GET_SIZE(snapshot_.ptr()) != sizeof...(Ts)) return false;
        if (cleanup) cleanup->append(object(snapshot_).release().ptr());
        return read(flags, cleanup, Indices{});
    }
    template <class T>
    bool can_cast() const noexcept {
        return can_cast_all(Indices{});
    }
    explicit operator Value() { return cast_all(Indices{}); }

    template <class T>
    static handle from_cpp(T&& value, rv_policy policy, cleanup_list* cleanup) noexcept {
        return write(std::forward<T>(value), policy, cleanup, Indices{});
    }

private:
    template <std::size_t... Is>
    bool read(uint32_t flags, cleanup_list* cleanup, std::index_sequence<Is...>) noexcept {
        return (std::get<Is>(casters_).from_python(PyTuple_GET_ITEM(snapshot_.ptr(), Is),
                                                   flags_for_local_caster<Ts>(flags), cleanup) &&
                ...);
    }
    template <std::size_t... Is>
    bool can_cast_all(std::index_sequence<Is...>) const noexcept {
        return (std::get<Is>(casters_).template can_cast<Ts>() && ...);
    }
    template <std::size_t... Is>
    Value cast_all(std::index_sequence<Is...>) {
        return Value(std::get<Is>(casters_).operator cast_t<Ts>()...);
    }
    template <class T, std::size_t... Is>
    static handle write(T&& value, rv_policy policy, cleanup_list* cleanup, std::index_sequence<Is...>) noexcept {
        object items[] = {steal(make_caster<Ts>::from_cpp(forward_like_<T>(std::get<Is>(value)), policy, cleanup))...};
        PyObject* tuple = PyTuple_New(sizeof...(Ts));
        if (!tuple) return {};
        for (std::size_t i = 0; i < sizeof...(Ts); ++i) {
            if (!items[i].is_valid()) {
                Py_DECREF(tuple);
                return {};
            }
            PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), items[i].release().ptr());
        }
        return tuple;
    }

    std::tuple<make_caster<Ts>...> casters_;
    object snapshot_;
};

}  // namespace nanobind::detail
