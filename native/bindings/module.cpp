#include "bindings.hpp"

NB_MODULE(_native, module) {
    nanobind::set_leak_warnings(false);  // objects in a program's globals outlive the interpreter, and that is fine
    module.doc() = "Railbird's native core. Import it as railbird._core.";
    railbird::bindings::bind_evaluator(module);
    railbird::bindings::bind_equity(module);
    railbird::bindings::bind_game(module);
    railbird::bindings::bind_hand(module);
    railbird::bindings::bind_search(module);
    railbird::bindings::bind_simulation(module);
    railbird::bindings::bind_strength(module);
    railbird::bindings::bind_window(module);
}
