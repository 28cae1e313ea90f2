#include "bindings/bindings.hpp"

NB_MODULE(_native, module) {
    using namespace railbird::bindings;
    nanobind::set_leak_warnings(false);  // objects in a program's globals may outlive the interpreter
    module.doc() = "Railbird's native core. Import it as railbird._core.";
    bind_records(module);  // before the bindings that create records
    bind_random(module);
    bind_evaluator(module);
    bind_deal_classes(module);
    bind_equity(module);
    bind_strength(module);
    bind_strength_sums(module);
    bind_game(module);
    bind_hand(module);
    bind_window(module);
    bind_envs(module);
    bind_histories(module);
    bind_narration(module);
    bind_betting_tree(module);
    bind_context_model(module);
    bind_player_reading(module);
    bind_pool(module);
    bind_belief(module);
    bind_search(module);
    bind_simulation(module);
    bind_betting_search(module);
    bind_mcts(module);
    bind_tabular(module);
    bind_self_play(module);
    bind_public_solver(module);
    bind_board_solver(module);
    bind_bucket_solver(module);
    bind_last_round(module);
}
