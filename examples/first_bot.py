"""A first bot: it raises with good hands, calls when that is cheap, and folds the rest."""

import railbird as rb

GOOD = rb.Range("77+, ATs+, KJs+, QJs, AJo+, KQo")


class Cautious(rb.Bot):
    """Plays 11 % of its hands pre-flop, and bets when it has at least a pair."""

    def act(self, view: rb.View) -> rb.Action:
        if view.street == "preflop":
            strong = rb.HoleCards(*view.hole_cards) in GOOD
        else:
            value = rb.evaluate(*view.hole_cards, *view.board)
            strong = rb.category(value, cards=2 + len(view.board)) >= rb.Category.PAIR
        if strong and view.legal.most_raise:
            return rb.raise_to(view.legal.least_raise)
        return rb.CALL if strong or not view.to_call else rb.FOLD


if __name__ == "__main__":
    print(rb.play_match([Cautious, "always-call"], hands=2000, seed=1))
    print(rb.compare(Cautious, "simple", versus=["always-call", "flock"], hands=300))
