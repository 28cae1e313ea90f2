// What a Python object may go through at the hands of other code: being made twice, being used while it works.
#pragma once

#include <nanobind/nanobind.h>

#include <new>
#include <stdexcept>
#include <utility>

#include "bindings/interruptible.hpp"

namespace railbird::bindings {

// Makes the C++ object of a Python object. Between the begin of __init__ and here other code can have run, an
// argument's __index__ or another thread, and can have made it already; making it again would pull it away from under
// those who use it.
template <class T, class... Arguments>
void construct(T* self, Arguments&&... arguments) {
    if (nanobind::inst_ready(nanobind::find(*self))) throw nanobind::type_error("__init__ was called twice");
    new (self) T(std::forward<Arguments>(arguments)...);
}

// A computation that releases the interpreter's lock while it runs. Meanwhile other threads, and handlers of signals,
// can reach the object: they are refused.
template <class Method>
class Job {
public:
    template <class... Arguments>
    explicit Job(Arguments&&... arguments) : method_(std::forward<Arguments>(arguments)...) {}

    // The computation, while it does not run.
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
        if (running_) throw std::runtime_error("this is running already, in another thread: make one for each thread");
    }

    Method method_;
    bool running_ = false;  // changed only by who holds the interpreter's lock
};

}  // namespace railbird::bindings
