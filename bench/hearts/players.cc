#include "players.h"

#include "house.h"
#include "ismcts.h"
#include "search.h"

namespace {

constexpr int kSimulations = 1000;

Player player_by(int (*policy)(const Position&, Cards)) {
  return [policy](const Position& position, const History&) {
    return policy(position, position.legal());
  };
}

}  // namespace

Player player_of(Bot bot, Chance& chance) {
  switch (bot) {
    case Bot::kSearch:
      return [search = Search(chance.next())](const Position& position,
                                              const History& history) mutable {
        return search.choose(position, history);
      };
    case Bot::kIsmcts:
      return [ismcts = Ismcts(kSimulations), &chance](const Position& position,
                                                      const History&) mutable {
        return ismcts.choose(position, chance);
      };
    case Bot::kQuick: return player_by(pick);
    case Bot::kGuard: return player_by(pick_on_guard);
    case Bot::kDucker: return player_by(pick_plainly);
  }
  return {};
}

History played_out(Position& position, const std::array<Player, kSeats>& players) {
  History history;
  while (!position.over() && !position.settled()) {
    const Table table = position.table();
    const Cards legal = position.legal();
    const int card = several(legal) ? players[table.turn](position, history) : low(legal);
    history.push_back({table, card});
    position.play(card);
  }
  return history;
}
