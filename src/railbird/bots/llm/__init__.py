"""The language model bot: it asks a server that speaks the chat-completions dialect, in words made from its own view.

``bot`` is the player; ``settings`` and ``address`` what it is given, ``exchange`` and ``dialect`` how it talks,
``prompt`` what it says, ``tools`` what the model may compute, ``answers`` how words become a legal action, ``asking``
one decision.
"""

from railbird.bots.llm.bot import LanguageModelBot

__all__ = ["LanguageModelBot"]
