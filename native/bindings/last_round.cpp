#include "solve/last_round.hpp"

#include <cmath>
#include <variant>

#include "bindings/betting_arguments.hpp"
#include "bindings/instances.hpp"
#include "solve/margins.hpp"

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

// Where exchanges of suits take each holding.
using Images = Snapshot<std::int32_t, -1, -1>;

void check_images(const Images& images, std::size_t holdings) {
    if (images.shape(1) != holdings)
        throw nb::value_error("there must be a place for each holding to which an exchange takes it");
    for (const std::int32_t image : images.values())
        if (image < 0 || static_cast<std::size_t>(image) >= holdings)
            throw nb::value_error("an exchange takes a holding to another one");
}

// The holdings of a game, against a player who never looks at cards.
class Margins {
public:
    explicit Margins(std::vector<CardMask> holdings) : holdings_(std::move(holdings)) { check_holdings(holdings_); }

    void add(CardMask board, const Buffer<const double, -1, -1>& table, const Images& images,
             const Buffer<double, -1, -1>& values) const {
        check_images(images, holdings_.size());
        if (table.shape(0) % 2 == 0 || table.shape(0) > 100'000 || values.shape(0) != holdings_.size() ||
            values.shape(1) != table.shape(1))
            throw nb::value_error("a table is [margins, sequences], values are [holdings, sequences]");
        const FullBoard dealt = full_board(holdings_, board, nullptr, {});
        add_by_margin(dealt, table.data(), static_cast<int>(table.shape(0) / 2), static_cast<int>(table.shape(1)),
                      images.values(), static_cast<int>(holdings_.size()), values.data());
    }

private:
    std::vector<CardMask> holdings_;
};

}  // namespace

void bind_last_round(nb::module_& module) {
    nb::class_<Margins>(module, "Margins")
        .def(
            "__init__",
            [](Margins* self, const Snapshot<std::uint64_t, -1>& holdings) { construct(self, holdings.values()); },
            nb::arg("holdings"))
        .def("add", &Margins::add, nb::arg("board"), nb::arg("table"), nb::arg("images"),
             nb::arg("values").noconvert());
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
            [](ResponseJob& self, std::uint64_t board, const Snapshot<std::int32_t, -1>& rows, const Images& images,
               const Buffer<const double, -1, -1>& reach, const Buffer<double, -1, -1>& values) {
                Response& idle = self.idle();
                const std::size_t holdings = idle.holdings().size();
                const auto [sequences, row_count] =
                    idle.visit([](const auto& method) { return std::pair(method.sequences(), method.rows()); });
                const auto columns = static_cast<std::size_t>(sequences);
                if (row_count == 0) throw nb::value_error("there is no policy yet");
                if (rows.size() != holdings) throw nb::value_error("there must be a row for each holding");
                check_images(images, holdings);
                if (reach.shape(0) != holdings || reach.shape(1) != columns || values.shape(0) != holdings ||
                    values.shape(1) != columns)
                    throw nb::value_error("reaches and values are [holdings, sequences]");
                const FullBoard dealt = full_board(idle.holdings(), board, rows.data(), {row_count});
                self.run(0, [&](Response& response, int, const StopFlag&) {
                    response.visit([&](auto& method) {
                        method.respond(dealt, images.values(), static_cast<int>(holdings), reach.data(), values.data());
                    });
                });
            },
            nb::arg("board"), nb::arg("rows"), nb::arg("images"), nb::arg("reach"), nb::arg("values").noconvert());
}

}  // namespace railbird::bindings
