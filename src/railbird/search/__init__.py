"""Looking ahead: what each action is worth when others act as is believed of them."""

from railbird.search.miximax import ActionValues, miximax

__all__ = ["ActionValues", "miximax"]
