#include "solve/last_round.hpp"

#include <cmath>
#include <variant>

#include "bindings/betting_arguments.hpp"
#include "bindings/instances.hpp"

namespace railbird::bindings {

namespace {

// With numbers of 32 or 64 bits.
class Response {
public:
    Response(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children,
             const std::vector<double>& stakes, std::vector<CardMask> holdings, int player,
             const std::vector<std::int32_t>& roots, int bits)
        : holdings_(std::move(holdings)) {
        check_holdings(holdings_);
        if (bits == 32)
            method_.emplace<LastRound<float>>(nodes, children, stakes, player, roots);
        else if (bits == 64)
            method_.emplace<LastRound<double>>(nodes, children, stakes, player, roots);
        else
            throw std::invalid_argument("numbers have 32 or 64 bits");
    }
    const std::vector<CardMask>& holdings() const { return holdings_; }
    template <class Visit>
    decltype(auto) visit(Visit&& use) {
        if (auto* narrow = std::get_if<LastRound<float>>(&method_)) return use(*narrow);
        return use(std::get<LastRound<double>>(method_));
    }

private:
    std::vector<CardMask> holdings_;
    std::variant<std::monostate, LastRound<float>, LastRound<double>> method_;
};

using ResponseJob = Job<Response>;

}  // namespace

void bind_last_round(nb::module_& module) {
    nb::class_<ResponseJob>(module, "LastRound")
        .def(
            "__init__",
            [](ResponseJob* self, const BettingArrays& tree, const Snapshot<double, -1>& stakes,
               const Snapshot<std::uint64_t, -1>& holdings, int player, const Snapshot<std::int32_t, -1>& roots,
               int bits) {
                check_player(player);
                for (const double stake : stakes.values())
                    if (!std::isfinite(stake)) throw nb::value_error("a stake is not finite");
                construct(self, betting_nodes(tree), std::get<4>(tree).values(), stakes.values(), holdings.values(),
                          player, roots.values(), bits);
            },
            nb::arg("tree"), nb::arg("stakes"), nb::arg("holdings"), nb::arg("player"), nb::arg("roots"),
            nb::arg("bits"))
        .def_prop_ro(
            "decisions",
            [](ResponseJob& self) {
                return self.idle().visit([](const auto& method) {
                    const auto sequences = static_cast<std::size_t>(method.sequences());
                    std::unique_ptr<std::int32_t[]> copy(new std::int32_t[method.decisions().size()]);
                    std::copy(method.decisions().begin(), method.decisions().end(), copy.get());
                    return to_numpy(std::move(copy), {method.decisions().size() / sequences, sequences});
                });
            },
            nb::rv_policy::move)
        .def(
            "learn",
            [](ResponseJob& self, const Snapshot<double, -1, -1, -1, -1>& policy) {
                for (const double share : policy.values())
                    if (!(share >= 0 && share <= 1)) throw nb::value_error("a probability is from 0 to 1");
                self.idle().visit([&](auto& method) {
                    const std::size_t decisions = method.actions().size();
                    if (policy.shape(0) != decisions ||
                        policy.shape(1) != static_cast<std::size_t>(method.sequences()) || policy.shape(2) < 1 ||
                        policy.shape(2) > 100'000 || policy.shape(3) != static_cast<std::size_t>(method.most_actions()))
                        throw nb::value_error("a policy is [decisions, sequences, rows, actions]");
                });
                self.run(0, [&](Response& response, int, const StopFlag&) {
                    response.visit(
                        [&](auto& method) { method.learn(policy.data(), static_cast<int>(policy.shape(2))); });
                });
            },
            nb::arg("policy"))
        .def(
            "respond",
            [](ResponseJob& self, std::uint64_t board, const Snapshot<std::int32_t, -1>& rows,
               const Buffer<const double, -1, -1>& reach) {
                Response& idle = self.idle();
                const std::size_t holdings = idle.holdings().size();
                const auto [sequences, row_count] =
                    idle.visit([](const auto& method) { return std::pair(method.sequences(), method.rows()); });
                if (row_count == 0) throw nb::value_error("there is no policy yet");
                if (rows.size() != holdings || reach.shape(0) != holdings ||
                    reach.shape(1) != static_cast<std::size_t>(sequences))
                    throw nb::value_error("there must be a row and a reach for each holding");
                const FullBoard dealt = full_board(idle.holdings(), board, rows.data(), {row_count});
                std::unique_ptr<double[]> values(new double[holdings * static_cast<std::size_t>(sequences)]);
                self.run(0, [&](Response& response, int, const StopFlag&) {
                    response.visit([&](auto& method) {
                        method.respond(dealt, static_cast<int>(holdings), reach.data(), values.get());
                    });
                });
                return to_numpy(std::move(values), {holdings, static_cast<std::size_t>(sequences)});
            },
            nb::arg("board"), nb::arg("rows"), nb::arg("reach"));
}

}  // namespace railbird::bindings
