#include "manner.h"

#include <cmath>

namespace {

constexpr int kWorlds = 24;        // in which the cards played are judged
constexpr double kSurprise = 0.1;  // the share of the house bot's cards that follow no rule
constexpr double kFloor = 0.005;   // added to both means: one card alone proves little

// Returns for each card played what its seat has played from then on, itself included.
std::vector<Cards> later_of(const History& history) {
  std::vector<Cards> later(history.size());
  std::array<Cards, kSeats> played{};
  for (std::size_t at = history.size(); at-- > 0;) {
    Cards& cards = played[history[at].table.turn];
    cards |= one(history[at].card);
    later[at] = cards;
  }
  return later;
}

// The mean chances of a card by both policies, over the worlds in which there was a choice.
struct Judged {
  double loose = 0.0;
  double house = 0.0;
  bool chosen = false;

  void add(const Policies& policies, const Played& played, Cards hand) {
    const int choices = count(playable(played.table, hand));
    if (choices < 2) return;
    chosen = true;
    loose += policies.loose.chance_of(played, hand) / kWorlds;
    const double by_house = policies.house.chance_of(played, hand);
    house += ((1 - kSurprise) * by_house + kSurprise / choices) / kWorlds;
  }

  double log_odds() const {
    return chosen ? std::log((loose + kFloor) / (house + kFloor)) : 0.0;
  }
};

}  // namespace

double loose_share(const Policies& policies, const View& view, const History& history,
                   double prior, Chance& chance) {
  const std::vector<Cards> later = later_of(history);
  std::vector<Judged> judged(history.size());
  for (int world = 0; world < kWorlds; world++) {
    Hands hands;
    if (!deal(view, chance, hands)) continue;
    for (std::size_t at = 0; at < history.size(); at++) {
      const int seat = history[at].table.turn;
      if (seat == view.me) continue;
      judged[at].add(policies, history[at], hands[seat] | later[at]);
    }
  }
  double odds = prior;
  for (const Judged& card : judged) odds += card.log_odds();
  return 1 / (1 + std::exp(-odds));
}
