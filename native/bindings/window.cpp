// The window through which a bot sees the hand that is being played.
#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"
#include "game/hand.hpp"

namespace railbird::bindings {

namespace {

// Shared by the two ends. Python cannot see into it, so no path leads from a bot to the dealer's hand.
struct Pane {
    nb::object view;
    nb::object hand;
    int position = 0;
};

// The end that the dealer holds.
struct Window {
    explicit Window(std::shared_ptr<Pane> pane) : pane(std::move(pane)) {}
    std::shared_ptr<Pane> pane;
};

// The end that a bot holds: it returns views of its own position, and nothing else.
struct Look {
    std::shared_ptr<Pane> pane;
};

}  // namespace

void bind_window(nb::module_& module) {
    nb::class_<Look>(module, "Look").def("__call__", [](const Look& self) {
        if (!self.pane->hand.is_valid()) throw nb::value_error("there is no hand to view");
        const nb::object hand = self.pane->hand;  // the call may remove it from the window
        return self.pane->view(hand, self.pane->position);
    });
    nb::class_<Window>(module, "Window")
        .def(
            "__init__",
            [](Window* self, nb::object view) {
                construct(self, std::make_shared<Pane>(Pane{std::move(view), {}, 0}));
            },
            nb::arg("view"))
        .def(
            "show",
            [](Window& self, nb::handle_t<Hand> hand, int position) {
                self.pane->hand = nb::borrow(hand);
                self.pane->position = position;
            },
            nb::arg("hand"), nb::arg("position"))
        .def("close", [](Window& self) { self.pane->hand.reset(); })
        .def_prop_ro("look", [](const Window& self) { return Look{self.pane}; });
}

}  // namespace railbird::bindings
