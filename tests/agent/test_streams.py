"""Named random streams."""

from itertools import product

from railbird.agent import Bot, Streams


def test_the_same_name_gives_the_same_numbers() -> None:
    for _ in range(2):
        assert Streams(7, 12, 1).stream("bluff").random() == Streams(7, 12, 1).stream("bluff").random()
        assert Streams(7, 12, 1).generator("deals").random() == Streams(7, 12, 1).generator("deals").random()


def test_every_part_of_the_name_counts() -> None:
    names = list(product((0, 7), (0, 12), (0, 1), ("bluff", "deals")))
    numbers = {Streams(seed, hand, seat).number(purpose) for seed, hand, seat, purpose in names}
    assert len(numbers) == len(names)


def test_numbers_are_the_same_on_every_machine() -> None:
    """Recorded values: a change would change every match."""
    assert Streams(7, 12, 1).number("bluff") == 0x729B8E210FE663C0790CEF725546ED56
    assert Streams(7, 12, 1).stream("bluff").random() == 0.1107768882736937


def test_a_bots_generator_continues_within_a_hand_and_starts_over_in_the_next() -> None:
    bot = Bot()
    bot.streams = Streams(1, 0, 0)
    first = [bot.random.random() for _ in range(3)]
    assert len(set(first)) == 3
    bot.streams = Streams(1, 1, 0)
    assert bot.random.random() not in first
    bot.streams = Streams(1, 0, 0)
    assert [bot.random.random() for _ in range(3)] == first


def test_single_numbers_are_uniform_and_belong_to_their_purpose() -> None:
    numbers = [Streams(1, hand, 0).uniform("act 0") for hand in range(4000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.02
    assert abs(sum(number < 0.1 for number in numbers) / len(numbers) - 0.1) < 0.02
    assert Streams(1, 5, 0).uniform("act 0") == numbers[5]
    assert Streams(1, 5, 0).uniform("act 1") != numbers[5] != Streams(1, 5, 1).uniform("act 0")
