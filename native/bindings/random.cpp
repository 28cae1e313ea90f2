#include "base/random.hpp"

#include "bindings/bindings.hpp"

namespace railbird::bindings {

void bind_random(nb::module_& module) {
    nb::class_<RandomStream>(module, "RandomStream")
        .def(nb::init<std::uint64_t, std::uint64_t>(), nb::arg("seed"), nb::arg("stream") = 0)
        .def(
            "below",
            [](RandomStream& self, std::uint64_t bound) {
                if (bound == 0) throw nb::value_error("a random number below 0 does not exist");
                return self.below(bound);
            },
            nb::arg("bound"))
        .def("uniform", &RandomStream::uniform);
}

}  // namespace railbird::bindings
