"""The settings of the language model bot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from railbird.agent import setting
from railbird.agent.settings import check_within
from railbird.bots.llm.address import KEY, Address, check_key_name
from railbird.bots.llm.prompt import PromptTemplate

LARGEST_PRICE = 1_000_000.0


@dataclass(frozen=True, slots=True)
class LlmSettings:
    model: str = setting("", "the model's name, as its server knows it", "yours")
    url: str = setting("", "where the server is, up to /chat/completions; without it nothing is sent", "yours")
    key: str = setting(KEY, "the environment variable with the server's key; the key itself is never a setting", "ours")
    prompt: str | None = setting(None, "a file with the prompt, or none for the one that ships", "ours")
    seconds: float = setting(30.0, "most seconds for a decision; never more than the match allows", "ours")
    retries: int = setting(2, "failed requests and useless answers that are tried again, for each decision", "ours")
    tools: int = setting(4, "rounds in which the model may compute things before it decides; 0: no tools", "ours")
    tokens: int | None = setting(None, "most tokens of an answer (max_tokens), or none for the server's limit", "ours")
    temperature: float | None = setting(None, "how freely the model draws, or none for the server's default", "ours")
    price_in: float | None = setting(None, "price of a million tokens of input, in any currency", "the server's")
    price_out: float | None = setting(None, "price of a million tokens of output", "the server's")
    budget: float | None = setting(None, "what it may cost in each leg of a match; then it checks or folds", "ours")
    memory: bool = setting(True, "count what opponents do, for the tool that tells their style", "ours")

    def __post_init__(self) -> None:
        check_key_name(self.key)
        if self.url:
            Address.parse(self.url)
        if any(not letter.isprintable() for letter in self.model) or len(self.model) > 200:
            raise ValueError("model must be a printable name of at most 200 characters")
        check_within(self, seconds=(0.05, 86_400), retries=(0, 20), tools=(0, 50))
        for name, least, most in (
            ("tokens", 1, 1_000_000),
            ("temperature", 0, 2),
            ("price_in", 0, LARGEST_PRICE),
            ("price_out", 0, LARGEST_PRICE),
            ("budget", 0, 1e9),
        ):
            if getattr(self, name) is not None:
                check_within(self, **{name: (least, most)})
        if self.budget is not None and self.price_in is None and self.price_out is None:
            raise ValueError("a budget needs prices: give price_in and price_out")
        if self.prompt is not None:
            path = Path(self.prompt).expanduser().absolute()  # a match may go on in another folder
            PromptTemplate.read(path)  # so that a wrong prompt is reported before anything is played
            object.__setattr__(self, "prompt", str(path))

    @property
    def priced(self) -> bool:
        """Whether costs are known."""
        return self.price_in is not None or self.price_out is not None

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost."""
        return (tokens_in * (self.price_in or 0.0) + tokens_out * (self.price_out or 0.0)) / 1e6
