// Who may sit at a table.
#pragma once

#include <functional>

#include "worlds.h"

// Chooses the card for the seat to play.
using Player = std::function<int(const Position&, const History&)>;

// Those that need nothing learnt.
enum class Bot { kSearch, kIsmcts, kQuick, kGuard, kDucker };

// Returns a bot for one seat.
Player player_of(Bot bot, Chance& chance);

// Plays a deal to its end, or until nothing costs anything any more, and returns its cards.
History played_out(Position& position, const std::array<Player, kSeats>& players);
