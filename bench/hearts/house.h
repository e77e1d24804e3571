// How the seats of the project's playouts play, as in `engine/playout/policy.py` and `moon.py`.
#pragma once

#include "rules.h"

// Returns the cards of a hand that nothing the others hold beats in their suits.
Cards masters(Cards hand, Cards others);

// Returns whether a hand looks as if it might take every trick to come, or nearly.
bool may_be_shot(Cards hand, Cards others);

// Returns the card of a seat that wants every costly card.
int reach(const Position& position, Cards legal);

// Returns the card that stands in the way of a moon, or -1 to play as usual.
int hinder(const Position& position, Cards legal);

// Returns the card that the quick policy plays.
int pick(const Position& position, Cards legal);

// Returns the card of a seat that stands in the way of a moon.
int pick_on_guard(const Position& position, Cards legal);

// Returns the card of a ducker, which counts nothing: `engine/playout/plain.py`.
int pick_plainly(const Position& position, Cards legal);
