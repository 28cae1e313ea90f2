#include "bindings.hpp"

NB_MODULE(_core, module) {
    module.doc() = "Railbird's native core. Use it through the packages above it, which check what they pass on.";
    railbird::bindings::bind_evaluator(module);
    railbird::bindings::bind_equity(module);
}
