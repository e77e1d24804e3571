#include "mimicry.h"

#include <algorithm>
#include <cstdio>

#include "threads.h"

namespace {

constexpr int kAlone = 5;       // in one deal of so many there is no judge
constexpr double kTries = 0.1;  // how often a judge plays any card
constexpr int kKeptBack = 20;
constexpr int kBatch = 16;      // deals
constexpr float kRate = 0.001F;

using Visit = std::function<void(const Position&, const History&, int)>;

// Visits every choice of the bots in a deal.
void for_each_choice(const Record& record, const Visit& visit) {
  Hands hands{};
  for (int card = 0; card < kDeck; card++) hands[record.owners[card]] |= one(card);
  Position position(hands);
  History history;
  for (int at = 0; at < record.size; at++) {
    const int card = record.cards[at];
    const Table table = position.table();
    if (several(position.legal()) && table.turn != record.other) visit(position, history, card);
    history.push_back({table, card});
    position.play(card);
  }
}

// Returns the place of a card among those that may be played.
int place_of(const Position& position, int card) {
  return count(position.legal() & (one(card) - 1));
}

// Returns a judge that often plays any card.
Player trying(const Net& net, Chance& chance) {
  return [&net, &chance](const Position& position, const History& history) {
    const Cards legal = position.legal();
    if (chance.part() < kTries) return chance.card_of(legal);
    return judged_card(LearningNet(net), position, history);
  };
}

Record played(std::uint64_t number, Bot bot, int other, const Net* net) {
  Chance chance(number);
  const Hands hands = dealt(number);
  Record record{};
  record.other = static_cast<std::uint8_t>(other);
  for (int card = 0; card < kDeck; card++) {
    for (int seat = 0; seat < kSeats; seat++) {
      if (hands[seat] & one(card)) record.owners[card] = static_cast<std::uint8_t>(seat);
    }
  }
  std::array<Player, kSeats> players;
  for (int seat = 0; seat < kSeats; seat++) {
    players[seat] = seat == other ? trying(*net, chance) : player_of(bot, chance);
  }
  Position position(hands);
  for (const Played& play : played_out(position, players)) {
    record.cards[record.size++] = static_cast<std::uint8_t>(play.card);
  }
  return record;
}

void shuffle(std::vector<Record>& records, int size, Chance& chance) {
  for (int at = size - 1; at > 0; at--) std::swap(records[at], records[chance.below(at + 1)]);
}

}  // namespace

std::vector<Record> deals_of(Bot bot, std::uint64_t seed, int deals, const Net* judge) {
  std::vector<Record> records(deals);
  for_each_number(deals, [&](int deal) {
    const bool alone = judge == nullptr || deal % kAlone == 0;
    const int other = alone ? Record::kAll : deal % kSeats;
    records[deal] = played(seed << 32 | static_cast<std::uint64_t>(deal), bot, other, judge);
  });
  return records;
}

std::vector<Record> records_of(const std::vector<std::string>& paths) {
  std::vector<Record> records;
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::size_t before = records.size();
    Record record;
    while (file.read(reinterpret_cast<char*>(&record), sizeof record)) records.push_back(record);
    if (records.size() > before) continue;
    std::cerr << "no deals in " << path << "\n";
    std::exit(1);
  }
  return records;
}

void save_records(const std::string& path, const std::vector<Record>& records) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(records.data()),
             static_cast<std::streamsize>(records.size() * sizeof(Record)));
  if (file) return;
  std::cerr << "cannot write " << path << "\n";
  std::exit(1);
}

Mimic Mimic::load(const std::string& path) {
  Mimic mimic;
  mimic.net_.load(path);
  return mimic;
}

Mimic::Choice::Choice(const Position& position, const History& history)
    : seen(::seen(position, history)) {
  for (Cards left = position.legal(); left != 0; left &= left - 1) {
    of_cards.push_back(of_card(position, low(left)));
  }
}

Mimic::Chances Mimic::chances_of(const Choice& choice, float sharpness) const {
  Weights::Sums sums = net_.empty();
  net_.add(choice.seen, sums);
  Chances chances{};
  float most = -1e9F;
  for (std::size_t at = 0; at < choice.of_cards.size(); at++) {
    Weights::Pass pass;
    pass.sums = sums;
    net_.add(choice.of_cards[at], pass.sums);
    net_.run(pass);
    chances[at] = pass.outputs[0] * sharpness;
    most = std::max(most, chances[at]);
  }
  float total = 0;
  for (std::size_t at = 0; at < choice.of_cards.size(); at++) {
    chances[at] = std::exp(chances[at] - most);
    total += chances[at];
  }
  for (float& part : chances) part /= total;
  return chances;
}

int Mimic::pick(const Position& position, const History& history, float sharpness,
                Chance& chance) const {
  const Choice choice(position, history);
  const Chances chances = chances_of(choice, sharpness);
  const int last = static_cast<int>(choice.of_cards.size()) - 1;
  float left = static_cast<float>(chance.part());
  int at = 0;
  while (at < last && left >= chances[at]) left -= chances[at++];
  return nth(position.legal(), at);
}

double Mimic::mean_log(const std::vector<Record>& records) const {
  std::vector<double> sums(records.size());
  std::vector<int> choices(records.size());
  for_each_number(static_cast<int>(records.size()), [&](int deal) {
    for_each_choice(records[deal], [&](const Position& position, const History& history, int card) {
      const Chances chances = chances_of(Choice(position, history), 1);
      sums[deal] += std::log(std::max(1e-9F, chances[place_of(position, card)]));
      choices[deal]++;
    });
  });
  double total = 0;
  double number = 0;
  for (std::size_t at = 0; at < sums.size(); at++) {
    total += sums[at];
    number += choices[at];
  }
  return total / std::max(1.0, number);
}

// Adds the gradient of the logarithm of a choice's chance, which is returned.
double Mimic::learn(const Choice& choice, int chosen, Gradient<Weights>& gradient) const {
  const Chances chances = chances_of(choice, 1);
  Weights::Sums sums = net_.empty();
  net_.add(choice.seen, sums);
  Weights::Sums all{};
  for (std::size_t at = 0; at < choice.of_cards.size(); at++) {
    Weights::Pass pass;
    pass.sums = sums;
    net_.add(choice.of_cards[at], pass.sums);
    net_.run(pass);
    const float slope = chances[at] - (static_cast<int>(at) == chosen ? 1.0F : 0.0F);
    const Weights::Sums slopes = gradient.add(net_, pass, {slope});
    gradient.add_to(choice.of_cards[at], slopes);
    for (int unit = 0; unit < Weights::kWide; unit++) all[unit] += slopes[unit];
  }
  gradient.add_always(all);
  gradient.add_to(choice.seen, all);
  gradient.samples++;
  return std::log(std::max(1e-9F, chances[chosen]));
}

double Mimic::fit(const std::vector<Record>& records, int rounds, int round,
                  Descent<Weights>& descent) {
  std::vector<Gradient<Weights>> gradients(kThreads);
  const int steps = static_cast<int>(records.size()) / kBatch;
  double total = 0;
  long choices = 0;
  for (int step = 0; step < steps; step++) {
    std::array<double, kThreads> sums{};
    in_each_thread([&](int thread) {
      for (int at = thread; at < kBatch; at += kThreads) {
        for_each_choice(records[step * kBatch + at],
                        [&](const Position& position, const History& history, int card) {
                          sums[thread] += learn(Choice(position, history),
                                                place_of(position, card), gradients[thread]);
                        });
      }
    });
    for (int thread = 0; thread < kThreads; thread++) {
      total += sums[thread];
      choices += gradients[thread].samples;
      if (thread > 0) gradients[0].take(gradients[thread]);
    }
    const float part = static_cast<float>(round * steps + step) / static_cast<float>(rounds * steps);
    descent.step(net_, gradients[0], kRate * falling(part));
  }
  return total / static_cast<double>(std::max(1L, choices));
}

Mimic Mimic::fitted(std::vector<Record> records, int rounds) {
  constexpr int kFirstSeed = 3;
  constexpr int kWeightsSeed = 5;
  Chance chance(kFirstSeed);
  shuffle(records, static_cast<int>(records.size()), chance);
  const auto kept = static_cast<std::ptrdiff_t>(records.size() / kKeptBack);
  const std::vector<Record> kept_back(records.end() - kept, records.end());
  records.resize(records.size() - kept_back.size());
  Mimic mimic;
  mimic.net_.begin(kWeightsSeed);
  Descent<Weights> descent;
  for (int round = 0; round < rounds; round++) {
    shuffle(records, static_cast<int>(records.size()), chance);
    const double fitted = mimic.fit(records, rounds, round, descent);
    std::printf("round %d: mean log chance %.4f, of the others %.4f\n", round + 1, fitted,
                mimic.mean_log(kept_back));
    std::fflush(stdout);
  }
  return mimic;
}
