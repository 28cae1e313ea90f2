"""Cards, two-card hands, the 169 hand classes, ranges with their text forms, and hand evaluation.

Everything has a number: cards 0 to 51, two-card hands 0 to 1325, classes 0 to 168. Arrays are indexed by these numbers.
"""

from railbird.cards.card import DECK, RANKS, SUITS, Card, cards_text, parse_board, parse_cards
from railbird.cards.evaluator import Category, categories, category, describe, describe_value, evaluate, evaluate_array
from railbird.cards.hand_class import CLASS_OF_HAND, CLASSES, HandClass, class_index
from railbird.cards.hole_cards import ALL_HOLE_CARDS, HAND_MASKS, HANDS, HoleCards, card_mask, hand_index
from railbird.cards.ranges import Range

__all__ = [
    "ALL_HOLE_CARDS",
    "CLASSES",
    "CLASS_OF_HAND",
    "DECK",
    "HANDS",
    "HAND_MASKS",
    "RANKS",
    "SUITS",
    "Card",
    "Category",
    "HandClass",
    "HoleCards",
    "Range",
    "card_mask",
    "cards_text",
    "categories",
    "category",
    "class_index",
    "describe",
    "describe_value",
    "evaluate",
    "evaluate_array",
    "hand_index",
    "parse_board",
    "parse_cards",
]
