"""Charts as SVG and tables as HTML, for pages, files and notebooks."""

from railbird.plots.chart import Chart
from railbird.plots.charts import IntervalMark, intervals, lines, points, square
from railbird.plots.colours import COLOURS, colour, letter
from railbird.plots.game_tree import TreePicture, tree_svg, tree_text
from railbird.plots.hand_grid import GridAction, GridCell, hand_grid
from railbird.plots.heat_grid import heat_grid
from railbird.plots.log_lines import log_lines
from railbird.plots.tables import notebook_table, text_table

__all__ = [
    "COLOURS",
    "Chart",
    "GridAction",
    "GridCell",
    "IntervalMark",
    "TreePicture",
    "colour",
    "hand_grid",
    "heat_grid",
    "intervals",
    "letter",
    "lines",
    "log_lines",
    "notebook_table",
    "points",
    "square",
    "text_table",
    "tree_svg",
    "tree_text",
]
