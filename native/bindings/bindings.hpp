// Declarations shared by the binding files.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/sequences.hpp"

namespace railbird::bindings {

namespace nb = nanobind;

void bind_belief(nb::module_& module);
void bind_betting_tree(nb::module_& module);
void bind_board_solver(nb::module_& module);
void bind_bucket_solver(nb::module_& module);
void bind_context_model(nb::module_& module);
void bind_deal_classes(nb::module_& module);
void bind_envs(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_evaluator(nb::module_& module);
void bind_game(nb::module_& module);
void bind_hand(nb::module_& module);
void bind_histories(nb::module_& module);
void bind_last_round(nb::module_& module);
void bind_mcts(nb::module_& module);
void bind_narration(nb::module_& module);
void bind_player_reading(nb::module_& module);
void bind_pool(nb::module_& module);
void bind_public_solver(nb::module_& module);
void bind_random(nb::module_& module);
void bind_records(nb::module_& module);
void bind_search(nb::module_& module);
void bind_betting_search(nb::module_& module);
void bind_simulation(nb::module_& module);
void bind_strength(nb::module_& module);
void bind_strength_sums(nb::module_& module);
void bind_self_play(nb::module_& module);
void bind_tabular(nb::module_& module);
void bind_window(nb::module_& module);

// Copies values to a NumPy array.
template <class T>
nb::ndarray<nb::numpy, T> to_numpy(std::unique_ptr<T[]> data, std::initializer_list<std::size_t> shape) {
    T* pointer = data.release();
    nb::capsule owner(pointer, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T>(pointer, shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T> copy_to_numpy(const std::vector<T>& values) {
    std::unique_ptr<T[]> copy(new T[values.size()]);
    std::copy(values.begin(), values.end(), copy.get());
    return to_numpy(std::move(copy), {values.size()});
}

}  // namespace railbird::bindings
