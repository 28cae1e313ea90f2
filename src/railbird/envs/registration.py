"""The name under which ``gymnasium.make`` finds ``PokerEnv``; Gymnasium calls ``register`` when it is imported."""

ID = "railbird/Poker-v0"


def register() -> None:
    """Register ``railbird/Poker-v0`` with Gymnasium, unless it is registered already.

    >>> register()
    >>> import gymnasium
    >>> gymnasium.make("railbird/Poker-v0", game="nolimit", opponents=["chump"]).action_space
    Discrete(5)
    """
    from gymnasium.envs import registration

    if ID not in registration.registry:
        registration.register(
            ID, entry_point="railbird.envs.single:PokerEnv", vector_entry_point="railbird.envs.vector:PokerVectorEnv"
        )
