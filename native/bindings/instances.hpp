// Guards against misuse of Python objects: double initialization, and use while a computation runs.
#pragma once

#include <nanobind/nanobind.h>

#include <concepts>
#include <new>
#include <stdexcept>
#include <utility>

#include "bindings/interruptible.hpp"

namespace railbird::bindings {

// Constructs the C++ object of a Python object. Between the start of __init__ and here, other code (an argument's
// __index__, or another thread) may already have constructed it; constructing it again would destroy it while in use.
template <class T, class... Arguments>
void construct(T* self, Arguments&&... arguments) {
    if (nanobind::inst_ready(nanobind::find(*self))) throw nanobind::type_error("__init__ was called twice");
    new (self) T(std::forward<Arguments>(arguments)...);
}

// A computation that releases the GIL while it runs. Meanwhile other threads and signal handlers can reach the object;
// their calls raise an error.
template <class Method>
class Job {
public:
    template <class... Arguments>
        requires std::constructible_from<Method, Arguments...>
    explicit Job(Arguments&&... arguments) : method_(std::forward<Arguments>(arguments)...) {}

    // The computation; throws while it runs.
    Method& idle() {
        check();
        return method_;
    }
    const Method& idle() const {
        check();
        return method_;
    }
    // Calls work(method, threads, stop), which Ctrl-C can stop.
    template <class Work>
    void run(int threads, const Work& work) {
        check();
        const Running running(running_);
        run_interruptibly(threads, [&](int count, const StopFlag& stop) { work(method_, count, stop); });
    }

private:
    struct Running {
        explicit Running(bool& flag) : flag(flag) { flag = true; }
        ~Running() { flag = false; }
        bool& flag;
    };
    void check() const {
        if (running_)
            throw std::runtime_error("this is already running in another thread: create one object for each thread");
    }

    Method method_;
    bool running_ = false;  // changed only with the GIL held
};

}  // namespace railbird::bindings
