"""How well Poki's models predict what players do and read what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.agent import Bot, MatchStart, RangePolicy
from railbird.arena.parallel import parallel_map
from railbird.cards import HAND_MASKS, HANDS, hand_index
from railbird.gallery import parse_bot
from railbird.game import ActionKind, Hand, limit
from railbird.models.poki.opponents import OpponentModels
from railbird.models.prediction_scores import ObservedAction, observed_actions, prequential
from railbird.models.predictors import PREDICTORS, NeuralPredictor, make_predictor
from railbird.models.predictors.pretraining import pretrain
from railbird.papers.matches import match_of, played, row_seed
from railbird.papers.poki_matches import BASELINES, SEED
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above
from railbird.stats import win_rate
from railbird.stats.bootstrap import bootstrap_interval
from railbird.stats.paired import paired_difference

Array = NDArray[np.float64]
Prediction = tuple[str, str, int, Sequence[str]]
"""A bot, its id, the number of hands before scoring starts, and all hands."""

LEARNED, SCORED = 500, 500
"""Hands that predictors learn from before scoring, and hands that are scored."""
PREDICTION_REPLICATES = 8
FIRST = 50
"""Hands in which pretrained nets are compared with fresh ones."""
READ_AFTER, READ = 2_000, 1_000
"""Hands before the reading is scored, and hands that are scored."""
READING_REPLICATES = 4
READINGS = (("simple", "always-call"), ("simple", "simple"), ("simple", "simple", "simple"))
"""The bot that is read, and its opponents, of which the first reads."""
TURN, RIVER = 2, 3
ENOUGH = 0.5
"""The least share of what can be read."""


def poki_prediction(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    replicates: int | None = None,
    hands: tuple[int, int] = (LEARNED, SCORED),
) -> Reproduction:
    """Each predictor on each baseline after 500 hands: accuracy and log-loss."""
    count = replicates or (2 if quick else PREDICTION_REPLICATES)
    before, length = hands[0], sum(hands)
    bots = (*BASELINES, "jag")
    tables = [
        match_of((bot, "simple"), limit(), length, row_seed(SEED, 400 + index), count) for index, bot in enumerate(bots)
    ]
    series = played("poki-prediction", tables, part_of(progress, 0.0, 0.3))
    tasks: list[Prediction] = []
    for index, bot in enumerate(bots):
        played_hands = series.hands_of(index)
        player = tables[index].entrants[0].player
        tasks += [(bot, player, before, [str(hand) for hand in islice(played_hands, length)]) for _ in range(count)]
    results: dict[str, list[dict[str, tuple[float, float, float]]]] = {bot: [] for bot in bots}
    for bot, scores in parallel_map(_predicted, tasks, progress=part_of(progress, 0.3, 0.69)):
        results[bot].append(scores)
    rows, failing, gains = [], [], []
    starts = _head_starts(tasks)
    for bot, runs in results.items():
        losses = {name: np.array([each[name][0] for each in runs]) for name in PREDICTORS}
        accuracy = {name: float(np.mean([each[name][1] for each in runs])) for name in PREDICTORS}
        for name in ("neural", "voting"):
            gains.append(paired_difference(losses[name], losses["generic"]))
            if gains[-1].interval[0] <= 0:
                failing.append(f"{name} on {bot}")
        majority = float(np.mean([each[PREDICTORS[0]][2] for each in runs]))
        cells = (
            f"{win_rate(losses[name]).mean:.3f} ± {win_rate(losses[name]).half:.3f} ({accuracy[name]:.0%})"
            for name in PREDICTORS
        )
        rows.append((bot, f"{majority:.0%}", *cells))
    claim = Claim(
        "neural and voting have a lower log-loss than generic on every bot (95 %)",
        "yes" if not failing else f"not {', '.join(failing)}",
        not failing,
        all_above(gains),
    )
    finding = Finding(
        "log-loss with 95 % intervals over replicates (accuracy)",
        ("bot", "most frequent action", *PREDICTORS),
        tuple(rows),
    )
    pretraining = Finding(
        f"log-loss of a net over the first {FIRST} hands, fresh and pretrained on the other bots",
        ("bot", "fresh", "pretrained", "gain"),
        tuple((bot, *cells) for bot, cells in starts.items()),
    )
    progress(1.0)
    how = f"{count} replicates of {length:,} hands against SimpleBot, scored after {before:,}, seed {SEED}"
    return Reproduction(table, (), (claim,), how, findings=(finding, pretraining))


def _head_starts(tasks: Sequence[Prediction]) -> dict[str, tuple[str, str, str]]:
    """For each bot: the log-loss of a fresh net and of one pretrained on the other bots, over the first hands."""
    first: dict[str, list[list[ObservedAction]]] = {}
    for bot, player, _, texts in tasks:
        first.setdefault(bot, []).append(observed_actions([Hand.parse(text) for text in texts[:FIRST]], player))
    results = {}
    for bot, runs in first.items():
        others = [each for other, parts in first.items() if other != bot for part in parts for each in part]
        net = pretrain([(each.observation, each.kind) for each in others])
        fresh, trained = (
            np.array([prequential(NeuralPredictor(begin=begin), data).log_loss for data in runs])
            for begin in (None, net)
        )
        gain = paired_difference(trained, fresh)
        results[bot] = (f"{fresh.mean():.3f}", f"{trained.mean():.3f}", f"{gain.mean:+.3f} ± {gain.half:.3f}")
    return results


def _predicted(task: Prediction) -> tuple[str, dict[str, tuple[float, float, float]]]:
    """For each predictor: log-loss and accuracy over the later hands, and the share of the most frequent action."""
    bot, player, before, texts = task
    hands = [Hand.parse(text) for text in texts]
    data = observed_actions(hands, player)
    late = np.array([each.hand >= before for each in data])
    kinds = np.array([each.kind for each in data])[late]
    results = {}
    for name in PREDICTORS:
        scored = prequential(make_predictor(name), data)
        majority = float(np.bincount(kinds, minlength=3).max() / len(kinds))
        results[name] = (float(scored.losses[late].mean()), float(scored.right[late].mean()), majority)
    return bot, results


def poki_reading(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: tuple[int, int] | None = None
) -> Reproduction:
    """How much of the information in SimpleBot's actions about its hand Poki reads."""
    before, after = hands or ((READ_AFTER // 10, READ // 10) if quick else (READ_AFTER, READ))
    tables = [
        match_of(bots, limit(len(bots)), before + after, row_seed(SEED, 500 + index), READING_REPLICATES)
        for index, bots in enumerate(READINGS)
    ]
    series = played("poki-reading", tables, part_of(progress, 0.0, 0.1))
    tasks = []
    for index, bots in enumerate(READINGS):
        played_hands = series.hands_of(index)
        tasks += [
            (index, bots[0], [str(hand) for hand in islice(played_hands, before + after)], before)
            for _ in range(READING_REPLICATES)
        ]
    gains: dict[int, list[Array]] = {index: [] for index in range(len(READINGS))}
    for index, rows in parallel_map(_read, tasks, progress=part_of(progress, 0.1, 0.89)):
        gains[index].append(rows)
    rows_, shares = [], []
    for index, bots in enumerate(READINGS):
        data = np.concatenate(gains[index])
        for number, street in ((TURN, "turn"), (RIVER, "river")):
            mine = data[data[:, 0] == number, 1:]
            share = _share(mine)
            low, high = bootstrap_interval(mine, _share)
            shares.append(share)
            name = f"{bots[0]} against {' and '.join(bots[1:])}"
            rows_.append(
                (
                    name,
                    street,
                    f"{mine[:, 1].mean():.2f}",
                    f"{mine[:, 0].mean():.2f}",
                    f"{share:.0%} ({low:.0%} to {high:.0%})",
                    f"{len(mine):,}",
                )
            )
    claim = Claim(
        f"Poki reads at least {ENOUGH:.0%} of what can be read on turn and river",
        ", ".join(f"{share:.0%}" for share in shares),
        min(shares) >= ENOUGH,
        full_length=True,
    )
    columns = ("bot that is read", "street", "attainable, nats", "read, nats", "share", "actions")
    finding = Finding("log-score of the actual hand, relative to a uniform table", columns, tuple(rows_))
    progress(1.0)
    how = (
        f"{READING_REPLICATES} replicates, hands {before + 1:,} to {before + after:,}, seed {SEED}; attainable: the "
        "exact posterior from the bot's rules"
    )
    return Reproduction(table, (), (claim,), how, findings=(finding,))


def _share(rows: Array) -> float:
    read, attainable = rows.mean(axis=0)
    return float(read / attainable)


def _read(task: tuple[int, str, Sequence[str], int]) -> tuple[int, Array]:
    """For each action on turn and river: the round, and the log-scores of the reading and of the exact posterior."""
    index, bot, texts, before = task
    models = OpponentModels(lambda: make_predictor("voting"))
    rows: list[tuple[float, float, float]] = []
    player = parse_bot(bot).make()
    for number, text in enumerate(texts):
        rows += _read_hand(Hand.parse(text), bot, player, models, score=number >= before)
    return index, np.array(rows).reshape(-1, 3)


def _read_hand(
    hand: Hand, name: str, bot: Bot, models: OpponentModels, *, score: bool
) -> Iterator[tuple[float, float, float]]:
    if name not in hand.players:
        return
    target = hand.players.index(name)
    reader = next(seat for seat in range(len(hand.players)) if seat != target)
    replay = Hand(hand.game, hand.deal, players=hand.players)
    bot.start_match(MatchStart(hand.game, hand.players, target))
    assert isinstance(bot, RangePolicy)
    models.begin_hand(replay.view(reader))
    posterior = np.ones(HANDS)
    mine = hand_index(hand.known_hole_bytes("reading a hand")[target])
    for actor, round_number, kind, amount in hand.actions:
        if score and actor == target:
            actions, shares = bot.policy(replay.view(target))
            posterior = posterior * sum(
                shares[:, column] for column, action in enumerate(actions) if action.kind is kind
            )
        replay.apply(kind, amount)
        if score and actor == target and round_number >= TURN and kind is not ActionKind.FOLD:
            view = replay.view(reader)
            models.watch(view)
            seen = view.hole_bytes[reader] + hand.board_bytes[: round_number + 2]
            possible = (HAND_MASKS & np.uint64(sum(1 << card for card in seen))) == 0
            uniform = -np.log(possible.sum())
            scores = [
                _log_share(np.where(possible, each, 0.0), mine) - uniform
                for each in (models.table(target).weights, posterior)
            ]
            yield float(round_number), *scores
    models.watch(replay.view(reader))


def _log_share(weights: Array, index: int) -> float:
    return float(np.log(weights[index] / weights.sum()))
