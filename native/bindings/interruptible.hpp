// Long native work that Ctrl-C can stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "bindings.hpp"
#include "parallel.hpp"

namespace railbird::bindings {

// Runs work(threads, stop) without the interpreter's lock. With 0 threads it runs right here, for work that is over at
// once. Otherwise it runs beside this thread, which looks for signals meanwhile; one that raises an exception stops the
// work.
template <class Work>
void run_interruptibly(int threads, const Work& work) {
    StopFlag stop{false};
    if (threads == 0) {
        nb::gil_scoped_release release;
        work(1, stop);
        return;
    }
    std::optional<nb::python_error> interruption;
    std::exception_ptr failure;
    {
        nb::gil_scoped_release release;
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
            {
                nb::gil_scoped_acquire acquire;
                if (PyErr_CheckSignals() != 0) {
                    interruption.emplace();
                    stop = true;
                }
            }
            lock.lock();
        }
        worker.join();
    }
    if (interruption) throw *interruption;
    if (failure) std::rethrow_exception(failure);
}

}  // namespace railbird::bindings
