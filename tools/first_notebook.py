"""``python tools/first_notebook.py``: write examples/first_ten_minutes.ipynb, executed.

The cells stand here as text, so that changes can be read. Executing them takes ``pip install nbclient ipykernel``.
"""

from __future__ import annotations

from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "first_ten_minutes.ipynb"

CELLS: tuple[tuple[str, str], ...] = (
    (
        "markdown",
        "# Your first ten minutes with Railbird\n\n"
        "Equity and hand strength, a bot of your own, a match, its results as arrays and plots, a comparison, and what "
        "a learning bot finds out about its opponents.",
    ),
    ("code", 'import railbird as rb\n\nrb.equity(["AhKh", "QsQd"])'),
    ("markdown", "Ranges show themselves as the square of 169 hand classes."),
    ("code", 'opening = rb.Range("77+, A9s+, KTs+, QTs+, JTs, ATo+, KJo+, QJo:0.5")\nopening'),
    ("code", 'rb.equity([opening, "random"], board="Ks 9h 4c")'),
    ("markdown", "Hand strength, potential and effective hand strength, as in Poki."),
    ("code", 'rb.strength_report("AdQc", "3h4cJh")'),
    ("markdown", "A bot is a class with `act`. It sees a view with what its seat may know, and nothing else."),
    (
        "code",
        "class Cautious(rb.Bot):\n"
        "    def act(self, view):\n"
        '        if view.street == "preflop":\n'
        "            strong = rb.HoleCards(*view.hole_cards) in opening\n"
        "        else:\n"
        "            strong = rb.strength_report(rb.HoleCards(*view.hole_cards), view.board).field.hs > 0.65\n"
        "        if strong and view.legal.most_raise:\n"
        "            return rb.raise_to(view.legal.least_raise)\n"
        "        return rb.CALL if strong or not view.to_call else rb.FOLD",
    ),
    ("markdown", "A match shows a progress bar while it runs, and a table of win rates when it is over."),
    (
        "code",
        'bots = [Cautious, "simple", "always-call"]\n'
        "result = rb.play_match(bots, hands=600, seed=1, adjust=rb.Adjustment.LUCK)\n"
        "result",
    ),
    ("markdown", "Results are NumPy arrays: chips won in each hand, and the independent samples of the win rates."),
    ("code", "result.chips.shape, result.samples.mean(axis=0).round(3), result.chips.std(axis=0).round(1)"),
    ("code", "result.plot()"),
    ("code", "result.plot_rates()"),
    ("code", "result.to_pandas().head(3)"),
    ("markdown", "Is a change an improvement? Both versions play the same opponents with the same cards."),
    ("code", 'comparison = rb.compare("simple(bluff=off)", "simple", versus=["flock", "jag"], hands=300)\ncomparison'),
    ("code", "comparison.plot()"),
    ("markdown", "LAIN learns its opponents. The store keeps every hand, and what was learned can be saved and shown."),
    (
        "code",
        "import tempfile\nfrom pathlib import Path\n\n"
        "folder = Path(tempfile.mkdtemp())\n"
        'store = rb.Store(folder / "matches.db")\n'
        'learning = rb.play_match(["lain", "always-call", "flock"], hands=1500, seed=7, store=store)\n'
        "learning",
    ),
    ("code", "learning.learning_curves()"),
    ("code", 'rb.save_model(store, "last", folder / "lain.model")\nrb.load_model(folder / "lain.model")'),
    ("markdown", "Any hand of a stored match can be looked at again."),
    ("code", 'next(rb.load_hands("last", store))'),
)


def main() -> None:
    """Execute the cells and write the notebook."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook()
    notebook.cells = [
        nbformat.v4.new_markdown_cell(text, id=f"cell-{index}")
        if kind == "markdown"
        else nbformat.v4.new_code_cell(text, id=f"cell-{index}")
        for index, (kind, text) in enumerate(CELLS)
    ]
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }
    NOTEBOOK.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    print(f"wrote {NOTEBOOK.name}")


if __name__ == "__main__":
    main()
