"""Reading players: types of players, corrected by what a player does and shows; and the hands that fit it."""
