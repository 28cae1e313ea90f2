#include "cards/evaluator.hpp"

#include <algorithm>
#include <string>

#include "base/parallel.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interruptible.hpp"

namespace railbird::bindings {

namespace {

// Sets the Python error to a railbird.errors.CardError, which is a ValueError.
PyObject* raise_error(const std::string& message) {
    if (PyObject* errors = PyImport_ImportModule("railbird.errors")) {
        if (PyObject* kind = PyObject_GetAttrString(errors, "CardError")) {
            PyErr_SetString(kind, message.c_str());
            Py_DECREF(kind);
        }
        Py_DECREF(errors);
    }
    return nullptr;
}

PyObject* rank_of_cards(const std::uint8_t* cards, Py_ssize_t size) {
    if (size < 1 || size > kMaxCards) return raise_error("a hand has 1 to 7 cards, not " + std::to_string(size));
    CardSum sum = Evaluator::empty();
    TwoWords either{};
    for (Py_ssize_t i = 0; i < size; ++i) {
        sum += kEvaluator.card(cards[i]);
        either |= kEvaluator.card(cards[i]).words;
    }
    if (sum.key() & kInvalidBits) return raise_error("a card number must be between 0 (2c) and 51 (As)");
    if (sum.ranks() != either[1]) return raise_error("the same card occurs twice in the hand");
    return PyLong_FromLong(kEvaluator.rank(sum, static_cast<int>(size)));
}

// A small integer's value without a call, or -1 if it is not one.
long small_integer(PyObject* number) {
    if (!PyLong_Check(number)) return -1;
    auto* integer = reinterpret_cast<PyLongObject*>(number);
#if PY_VERSION_HEX >= 0x030C0000
    return PyUnstable_Long_IsCompact(integer) ? static_cast<long>(PyUnstable_Long_CompactValue(integer)) : -1;
#else
    if (Py_SIZE(number) == 0) return 0;
    return Py_SIZE(number) == 1 ? static_cast<long>(integer->ob_digit[0]) : -1;
#endif
}

// The numbers must stay alive and must not move, whatever their __index__ does.
PyObject* rank_of_numbers(PyObject* const* numbers, Py_ssize_t size) {
    if (size > kMaxCards) return rank_of_cards(nullptr, size);
    std::array<std::uint8_t, kMaxCards> cards{};
    for (Py_ssize_t i = 0; i < size; ++i) {
        long card = small_integer(numbers[i]);
        if (card < 0) {
            card = PyLong_AsLong(numbers[i]);
            if (card == -1 && PyErr_Occurred()) {
                if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return nullptr;
                PyErr_Clear();
            }
        }
        cards[static_cast<std::size_t>(i)] = card < 0 || card >= kCards ? 0xFF : static_cast<std::uint8_t>(card);
    }
    return rank_of_cards(cards.data(), size);
}

bool all_plain_integers(PyObject* const* items, Py_ssize_t size) {
    return std::all_of(items, items + size, [](PyObject* item) { return PyLong_Check(item); });
}

// A plain C function, because the call overhead costs more than the evaluation.
PyObject* evaluate(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 1 || (PyIndex_Check(args[0]) && !PySequence_Check(args[0]))) return rank_of_numbers(args, count);
    PyObject* given = args[0];
    if (PyBytes_Check(given))
        return rank_of_cards(reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(given)), PyBytes_GET_SIZE(given));
    if (PyUnicode_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "evaluate takes cards, not text: write evaluate(parse_cards(text))");
        return nullptr;
    }
    if (PyList_CheckExact(given) && all_plain_integers(PySequence_Fast_ITEMS(given), PyList_GET_SIZE(given)))
        return rank_of_numbers(PySequence_Fast_ITEMS(given), PyList_GET_SIZE(given));
    PyObject* numbers = PySequence_Tuple(given);
    if (!numbers) return nullptr;
    PyObject* result = rank_of_numbers(PySequence_Fast_ITEMS(numbers), PyTuple_GET_SIZE(numbers));
    Py_DECREF(numbers);
    return result;
}

PyMethodDef evaluate_definition = {
    "evaluate", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(evaluate)), METH_FASTCALL,
    "evaluate(*cards) -> int\n\n"
    "The value of one to seven cards; a larger value wins, equal values share the pot.\n\n"
    "Takes card numbers (or Card objects), one bytes object with a card number in each byte, or one sequence of "
    "cards.\n"
    "From five cards on the value of the best five lies between 1 (7-5-4-3-2) and 7462 (a royal flush). One to four "
    "cards,\n"
    "as in Kuhn and Leduc poker, know no straight and no flush; only hands of the same size can be compared then.\n\n"
    ">>> import railbird as rb\n"
    ">>> rb.evaluate(*rb.parse_cards(\"AsKsQsJsTs\")), rb.evaluate(rb.parse_cards(\"7c5d4h3s2c\"))\n"
    "(7462, 1)"};

// Without a copy, because copying takes as long as evaluating: evaluate_rows does no harm whatever another thread
// writes into the rows meanwhile.
using Rows = Buffer<const std::uint8_t, -1, -1>;
using RanksOut = Buffer<HandRank, -1>;
using Ranks = Snapshot<HandRank, -1>;

void evaluate_array(const Rows& rows, const RanksOut& ranks, int threads) {
    const auto count = static_cast<std::int64_t>(rows.shape(0));
    const auto size = static_cast<int>(rows.shape(1));
    if (size < 1 || size > kMaxCards)
        throw nb::value_error(("a hand has 1 to 7 cards, not " + std::to_string(rows.shape(1))).c_str());
    if (ranks.shape(0) != rows.shape(0)) throw nb::value_error("out needs one element for each hand");
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    std::atomic<std::int64_t> bad{-1};
    {
        const Unlocked unlocked;
        constexpr std::int64_t kRowsPerBlock = 1 << 16;
        const auto blocks = static_cast<int>((count + kRowsPerBlock - 1) / kRowsPerBlock);
        for_each_block(0, blocks, threads, StopFlag{false}, [&](int block) {
            const std::int64_t first = block * kRowsPerBlock;
            const std::int64_t rows_here = std::min(kRowsPerBlock, count - first);
            const std::int64_t bad_here =
                evaluate_rows(rows.data() + first * size, rows_here, size, ranks.data() + first);
            std::int64_t before = bad;
            while (bad_here >= 0 && (before < 0 || first + bad_here < before))
                if (bad.compare_exchange_weak(before, first + bad_here)) break;
        });
    }
    if (bad >= 0)
        throw nb::value_error(("row " + std::to_string(bad) + " is not " + std::to_string(size) +
                               " different cards with numbers from 0 (2c) to 51 (As)")
                                  .c_str());
}

void check_rank(int rank, int size) {
    if (size < 1 || size > kMaxCards)
        throw nb::value_error(("a hand has 1 to 7 cards, not " + std::to_string(size)).c_str());
    if (rank < 1 || rank > kEvaluator.value_count(size))
        throw nb::value_error(("a hand of " + std::to_string(size) + " cards has a value from 1 to " +
                               std::to_string(kEvaluator.value_count(size)) + ", not " + std::to_string(rank))
                                  .c_str());
}

nb::ndarray<nb::numpy, std::uint8_t> categories(const Ranks& ranks, int size) {
    const std::size_t count = ranks.shape(0);
    std::unique_ptr<std::uint8_t[]> result(new std::uint8_t[count]);
    for (std::size_t i = 0; i < count; ++i) {
        check_rank(ranks.data()[i], size);
        result[i] = static_cast<std::uint8_t>(kEvaluator.category(ranks.data()[i], size));
    }
    return to_numpy(std::move(result), {count});
}

}  // namespace

void bind_evaluator(nb::module_& module) {
    module.attr("evaluate") =
        nb::steal(PyCFunction_NewEx(&evaluate_definition, nullptr, module.attr("__name__").ptr()));
    module.def("evaluate_array", &evaluate_array, nb::arg("cards"), nb::arg("out"), nb::arg("threads"));
    module.def("categories", &categories, nb::arg("values"), nb::arg("size"));
    module.def(
        "deciding_ranks",
        [](int rank, int size) {
            check_rank(rank, size);
            return kEvaluator.deciding_ranks(static_cast<HandRank>(rank), size);
        },
        nb::arg("value"), nb::arg("size"));
}

}  // namespace railbird::bindings
