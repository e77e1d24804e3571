#include "match.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <thread>

#include "house.h"
#include "ismcts.h"

namespace {

constexpr int kThreads = 2;
constexpr int kSimulations = 1000;

std::uint64_t deal_number(std::uint64_t seed, int deal) { return seed << 32 | deal; }

// Calls work for every number below a limit, in a few threads.
void for_each_number(int limit, const std::function<void(int)>& work) {
  std::atomic<int> next{0};
  const auto loop = [&] {
    for (int number = next++; number < limit; number = next++) work(number);
  };
  std::vector<std::thread> threads;
  for (int at = 0; at < kThreads; at++) threads.emplace_back(loop);
  for (std::thread& thread : threads) thread.join();
}

// What came of a deal for the bot: all seats' means if it sat on all of them.
struct Outcome {
  double least;  // its share of having the least points
  double points;
  double others;
  bool moon;
  long playouts;
  long choices;
};

struct Tally {
  double sum = 0.0;
  double squares = 0.0;
  int number = 0;

  void add(double value) {
    sum += value;
    squares += value * value;
    number++;
  }

  double mean() const { return sum / number; }

  // Returns half of the 95 % interval.
  double error() const {
    const double spread = std::max(0.0, squares / number - mean() * mean());
    return 1.96 * std::sqrt(spread / number);
  }
};

Outcome outcome_of(const Points& points, int seat, bool everywhere) {
  const int total = std::accumulate(points.begin(), points.end(), 0);
  const int least = *std::min_element(points.begin(), points.end());
  const auto sharing = std::count(points.begin(), points.end(), least);
  Outcome outcome{};
  outcome.moon = total > kPoints;
  outcome.points = everywhere ? total / 4.0 : points[seat];
  outcome.others = everywhere ? total / 4.0 : (total - points[seat]) / 3.0;
  if (everywhere) {
    outcome.least = 0.25;
  } else if (points[seat] == least) {
    outcome.least = 1.0 / static_cast<double>(sharing);
  }
  return outcome;
}

Player ismcts_player(Ismcts& search, Chance& chance) {
  return [&](const Position& position, const History&) { return search.choose(position, chance); };
}

Player bot_player(Bot& bot) {
  return [&](const Position& position, const History& history) {
    return bot.choose(position, history);
  };
}

Player ducker() {
  return [](const Position& position, const History&) {
    return pick_plainly(position, position.legal());
  };
}

Outcome play_deal(const Contest& contest, const Policies& policies, int deal, int seat) {
  const std::uint64_t number = deal_number(contest.seed, deal);
  Chance chance(number * kSeats + seat);
  Ismcts ismcts(contest.simulations);
  std::vector<Bot> bots;
  for (int at = 0; at < kSeats; at++) bots.emplace_back(contest.settings, policies, chance.next());
  std::array<Player, kSeats> players;
  for (int at = 0; at < kSeats; at++) {
    if (at == seat || contest.opponents == Opponents::kSelf) {
      players[at] = bot_player(bots[at]);
    } else {
      players[at] = contest.opponents == Opponents::kIsmcts ? ismcts_player(ismcts, chance)
                                                            : ducker();
    }
  }
  Position position(dealt(number));
  played_out(position, players);
  Outcome outcome =
      outcome_of(position.result(), seat, contest.opponents == Opponents::kSelf);
  for (const Bot& bot : bots) {
    outcome.playouts += bot.playouts();
    outcome.choices += bot.choices();
  }
  return outcome;
}

void print(const std::vector<std::vector<Outcome>>& sets) {
  Tally least, points, others, moons;
  double playouts = 0.0;
  double choices = 0.0;
  for (const auto& set : sets) {
    Outcome sum{};
    double shot = 0.0;
    for (const Outcome& outcome : set) {
      sum.least += outcome.least;
      sum.points += outcome.points;
      sum.others += outcome.others;
      shot += outcome.moon;
      playouts += static_cast<double>(outcome.playouts);
      choices += static_cast<double>(outcome.choices);
    }
    const auto games = static_cast<double>(set.size());
    least.add(100 * sum.least / games);
    points.add(sum.points / games);
    others.add(sum.others / games);
    moons.add(100 * shot / games);
  }
  std::printf("least %.1f ± %.1f %%, points %.2f ± %.2f, others %.2f ± %.2f, ", least.mean(),
              least.error(), points.mean(), points.error(), others.mean(), others.error());
  std::printf("moons %.1f ± %.1f %%, %.0f playouts a choice\n", moons.mean(), moons.error(),
              playouts / choices);
}

// Returns the choices of a deal, where there was one, but those of a seat that is left out.
std::vector<Record> choices_in(Hands held, const History& history, int left_out) {
  std::vector<Record> found;
  for (const Played& played : history) {
    const int seat = played.table.turn;
    const bool chosen = several(playable(played.table, held[seat]));
    if (chosen && seat != left_out) found.push_back({played, held[seat]});
    held[seat] ^= one(played.card);
  }
  return found;
}

using Records = std::vector<Record>;

// Returns the records of many deals, in the order of the deals.
Records gathered(int deals, const std::function<Records(int)>& records_of_deal) {
  std::vector<Records> found(deals);
  for_each_number(deals, [&](int deal) { found[deal] = records_of_deal(deal); });
  Records all;
  for (const Records& records : found) all.insert(all.end(), records.begin(), records.end());
  return all;
}

}  // namespace

History played_out(Position& position, const std::array<Player, kSeats>& players) {
  History history;
  while (!position.over()) {
    const Table table = position.table();
    const int card = players[table.turn](position, history);
    history.push_back({table, card});
    position.play(card);
  }
  return history;
}

void play(const Contest& contest, const Policies& policies) {
  const int seats = contest.opponents == Opponents::kSelf ? 1 : kSeats;
  std::vector<std::vector<Outcome>> sets(contest.deals / seats, std::vector<Outcome>(seats));
  for_each_number(static_cast<int>(sets.size()) * seats, [&](int game) {
    sets[game / seats][game % seats] =
        play_deal(contest, policies, game / seats, game % seats);
  });
  print(sets);
}

std::vector<Record> ismcts_records(std::uint64_t seed, int deals) {
  const Settings settings;
  const Policies unused{};
  return gathered(deals, [&](int deal) {
    const std::uint64_t number = deal_number(seed, deal);
    Chance chance(number);
    Ismcts ismcts(kSimulations);
    Bot bot(settings, unused, number);
    const int ours = deal % 3 == 0 ? kNobody : deal % kSeats;
    std::array<Player, kSeats> players;
    players.fill(ismcts_player(ismcts, chance));
    if (ours != kNobody) players[ours] = bot_player(bot);
    const Hands hands = dealt(number);
    Position position(hands);
    return choices_in(hands, played_out(position, players), ours);
  });
}

std::vector<Record> house_records(std::uint64_t seed, int deals) {
  const Settings settings;
  const Policies unused{};
  return gathered(deals, [&](int deal) {
    const std::uint64_t number = deal_number(seed, deal);
    std::vector<Bot> bots;
    std::array<Player, kSeats> players;
    for (int at = 0; at < kSeats; at++) bots.emplace_back(settings, unused, number + at);
    for (int at = 0; at < kSeats; at++) players[at] = bot_player(bots[at]);
    const Hands hands = dealt(number);
    Position position(hands);
    return choices_in(hands, played_out(position, players), kNobody);
  });
}
