// Arrays as arguments: any object with a buffer, such as a NumPy array.
//
// Other threads can change an array while native code reads it, with or without the GIL. So values that are checked and
// then used are taken as a Snapshot, a copy made at the start of the call. A Buffer is the caller's own memory, without
// a copy: only for code that reads each element once and tolerates any value.
//
// DLPack is not used: a __dlpack__ that returns the same capsule twice would free its memory twice.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace railbird::bindings {

// An open buffer, closed by the destructor.
class OpenBuffer {
public:
    OpenBuffer() = default;
    OpenBuffer(OpenBuffer&& other) noexcept : view_(other.view_), open_(std::exchange(other.open_, false)) {}
    OpenBuffer& operator=(OpenBuffer&& other) noexcept {
        if (this == &other) return *this;
        close();
        view_ = other.view_;
        open_ = std::exchange(other.open_, false);
        return *this;
    }
    ~OpenBuffer() { close(); }

    bool open(PyObject* source, bool writable) noexcept {
        close();
        if (!PyObject_CheckBuffer(source)) return false;
        const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
        open_ = PyObject_GetBuffer(source, &view_, flags) == 0;
        if (!open_) PyErr_Clear();
        return open_;
    }
    void close() noexcept {
        if (open_) PyBuffer_Release(&view_);
        open_ = false;
    }
    const Py_buffer& view() const { return view_; }

private:
    Py_buffer view_{};
    bool open_ = false;
};

// Whether the elements of a buffer are numbers of this type, in the machine's byte order.
template <class T>
bool has_elements(const Py_buffer& view) {
    if (view.itemsize != static_cast<Py_ssize_t>(sizeof(T))) return false;
    const char* format = view.format ? view.format : "B";
    constexpr char kOwnOrder = std::endian::native == std::endian::little ? '<' : '>';
    if (*format == '@' || *format == '=' || *format == kOwnOrder) ++format;
    if (!format[0] || format[1]) return false;
    const char* fitting = std::is_floating_point_v<T> ? "fd" : std::is_signed_v<T> ? "bhilqn" : "BHILQN";
    return std::strchr(fitting, format[0]) != nullptr;
}

// NumPy's name of a number type.
template <class T>
constexpr const char* dtype_name() {
    if constexpr (std::is_same_v<T, double>) return "float64";
    if constexpr (std::is_same_v<T, float>) return "float32";
    if constexpr (std::is_same_v<T, std::int8_t>) return "int8";
    if constexpr (std::is_same_v<T, std::uint8_t>) return "uint8";
    if constexpr (std::is_same_v<T, std::uint16_t>) return "uint16";
    if constexpr (std::is_same_v<T, std::int32_t>) return "int32";
    if constexpr (std::is_same_v<T, std::int64_t>) return "int64";
    if constexpr (std::is_same_v<T, std::uint64_t>) return "uint64";
}

// Opens a buffer with the given extents (-1 for any); returns whether it has that type and shape.
template <class T, int... Extents>
bool open_array(OpenBuffer& buffer, PyObject* source, bool writable) noexcept {
    constexpr std::array<Py_ssize_t, sizeof...(Extents)> wanted{Extents...};
    if (!buffer.open(source, writable)) return false;
    const Py_buffer& view = buffer.view();
    bool fits = has_elements<T>(view) && view.ndim == static_cast<int>(wanted.size());
    for (std::size_t i = 0; fits && i < wanted.size(); ++i) fits = wanted[i] == -1 || view.shape[i] == wanted[i];
    if (!fits) buffer.close();
    return fits;
}

// The same for arrays of other number types or layouts, which NumPy converts. Complex numbers are not converted.
template <class T, int... Extents>
bool open_converted(OpenBuffer& buffer, PyObject* source) noexcept {
    if (!PyObject_CheckBuffer(source)) return false;
    try {
        const nanobind::module_ numpy = nanobind::module_::import_("numpy");
        const nanobind::object given = numpy.attr("asarray")(nanobind::handle(source));
        const nanobind::object kind = given.attr("dtype").attr("kind");
        const char* letter = PyUnicode_Check(kind.ptr()) ? PyUnicode_AsUTF8(kind.ptr()) : nullptr;
        if (!letter || !std::strchr("biuf", letter[0])) return false;
        const nanobind::object converted =
            numpy.attr("array")(given, nanobind::arg("dtype") = dtype_name<T>(), nanobind::arg("order") = "C");
        return open_array<T, Extents...>(buffer, converted.ptr(), false);
    } catch (nanobind::python_error&) {
        return false;
    }
}

// A copy of an array, made at the start of the call.
template <class T, int... Extents>
class Snapshot {
public:
    std::size_t shape(std::size_t dimension) const { return shape_[dimension]; }
    std::size_t size() const { return values_.size(); }
    const T* data() const { return values_.data(); }
    const std::vector<T>& values() const { return values_; }
    // Moves the copy out.
    std::vector<T> take() { return std::move(values_); }

    bool read(PyObject* source, bool convert) noexcept {
        OpenBuffer buffer;
        if (!open_array<T, Extents...>(buffer, source, false) &&
            !(convert && open_converted<T, Extents...>(buffer, source)))
            return false;
        const Py_buffer& view = buffer.view();
        for (std::size_t i = 0; i < shape_.size(); ++i) shape_[i] = static_cast<std::size_t>(view.shape[i]);
        const std::size_t count = static_cast<std::size_t>(view.len) / sizeof(T);
        try {
            if (reinterpret_cast<std::uintptr_t>(view.buf) % alignof(T) == 0) {
                const T* first = static_cast<const T*>(view.buf);
                values_.assign(first, first + count);
            } else if (count > 0) {
                values_.resize(count);
                std::memcpy(values_.data(), view.buf, count * sizeof(T));
            }
        } catch (std::exception&) {
            return false;
        }
        return true;
    }

private:
    std::array<std::size_t, sizeof...(Extents)> shape_{};
    std::vector<T> values_;
};

// An array without a copy. Other threads may change its elements at any time.
template <class T, int... Extents>
class Buffer {
public:
    using Element = std::remove_const_t<T>;

    std::size_t shape(std::size_t dimension) const { return static_cast<std::size_t>(buffer_.view().shape[dimension]); }
    T* data() const { return static_cast<T*>(buffer_.view().buf); }

    bool read(PyObject* source, bool convert) noexcept {
        constexpr bool writable = !std::is_const_v<T>;
        const bool fits = open_array<Element, Extents...>(buffer_, source, writable) && aligned();
        return fits || (!writable && convert && open_converted<Element, Extents...>(buffer_, source) && aligned());
    }

private:
    bool aligned() const { return reinterpret_cast<std::uintptr_t>(buffer_.view().buf) % alignof(Element) == 0; }

    OpenBuffer buffer_;
};

}  // namespace railbird::bindings

namespace nanobind::detail {

template <class Array>
struct buffer_caster {
    NB_TYPE_CASTER(Array, const_name("numpy.typing.NDArray"))
    bool from_python(handle source, uint32_t flags, cleanup_list*) noexcept {
        return value.read(source.ptr(), flags & cast_flags::convert);
    }
};

template <class T, int... Extents>
struct type_caster<railbird::bindings::Snapshot<T, Extents...>>
    : buffer_caster<railbird::bindings::Snapshot<T, Extents...>> {};
template <class T, int... Extents>
struct type_caster<railbird::bindings::Buffer<T, Extents...>>
    : buffer_caster<railbird::bindings::Buffer<T, Extents...>> {};

}  // namespace nanobind::detail
