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

// The interpreter's lock, given back for a while.
//
// A daemon thread that asks for the lock when the interpreter is shutting down is ended on the spot (before Python
// 3.14), which the C++ runtime answers with an abort of the whole program. Such a thread sleeps here instead until the
// process ends, as it does in later versions.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() { lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Calls something that needs the lock.
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
        } catch (...) {  // the end of the thread comes as an exception that must not be caught and left
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

    PyThreadState* state_;
};

// Runs work(threads, stop) without the interpreter's lock. With 0 threads it runs right here, for work that is over at
// once. Otherwise it runs beside this thread, which looks for signals meanwhile; one that raises an exception stops the
// work.
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
