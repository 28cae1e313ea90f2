// Long native work that Ctrl-C can stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "base/parallel.hpp"
#include "bindings/bindings.hpp"

namespace railbird::bindings {

// Releases the GIL for a while.
//
// Before Python 3.14, a daemon thread that requests the GIL while the interpreter shuts down is terminated at once, and
// the C++ runtime then aborts the whole program. Here such a thread sleeps instead until the process ends, as it does
// in later versions.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() { lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Calls something that needs the GIL.
    template <class Call>
    void locked(const Call& call) {
        lock();
        call();
        state_ = PyEval_SaveThread();
    }

private:
    void lock() noexcept {
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {  // the thread is terminated by an exception that must be rethrown
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

    PyThreadState* state_;
};

// Runs work(threads, stop) without the GIL. With 0 threads it runs in this thread, for very short work. Otherwise it
// runs in another thread while this one handles signals; a signal handler that raises an exception stops the work.
template <class Work>
void run_interruptibly(int threads, const Work& work) {
    StopFlag stop{false};
    if (threads == 0) {
        const Unlocked unlocked;
        work(1, stop);
        return;
    }
    std::optional<nb::python_error> interruption;
    std::exception_ptr failure;
    {
        Unlocked unlocked;
        std::mutex waiting;
        std::condition_variable ended;
        bool done = false;
        std::thread worker([&]() noexcept {
            try {
                work(threads, stop);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(waiting);
            done = true;
            ended.notify_one();
        });
        for (std::unique_lock lock(waiting);
             !ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; });) {
            if (stop) continue;
            lock.unlock();
            unlocked.locked([&] {
                if (PyErr_CheckSignals() != 0) {
                    interruption.emplace();
                    stop = true;
                }
            });
            lock.lock();
        }
        worker.join();
    }
    if (interruption) throw *interruption;
    if (failure) std::rethrow_exception(failure);
}

}  // namespace railbird::bindings
