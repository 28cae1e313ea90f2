"""HTML reports of hands, matches, tournaments and solved spots: one self-contained file each, which works offline."""

from railbird.reports.hand_page import hand_page
from railbird.reports.match_page import match_page
from railbird.reports.page import check_page
from railbird.reports.solution_page import solution_page
from railbird.reports.tournament_page import tournament_page

__all__ = ["check_page", "hand_page", "match_page", "solution_page", "tournament_page"]
