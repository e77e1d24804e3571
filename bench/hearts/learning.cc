#include "learning.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "house.h"
#include "ismcts.h"
#include "threads.h"

namespace {

constexpr int kSimulations = 1000;
constexpr int kBatch = 128;       // deals to a step
constexpr int kReports = 10;      // in a course
constexpr float kLooseWeight = 2;  // of deals with three ISMCTS

// How much what is foreseen counts: see Network's outputs in `targets_of`.
constexpr Net::Outputs kWeights = {1.0F, 1.0F, 0.5F, 0.3F, 0.3F, 0.2F};
constexpr std::array<bool, kOutputs> kIsChance = {true, false, false, true, true, true};

using Errors = std::array<double, kOutputs>;

enum class Who { kJudge, kLooseMimic, kIsmcts, kSearchMimic, kQuick, kGuard, kDucker };

using Seats = std::array<Who, kSeats>;

bool is_loose(Who who) { return who == Who::kLooseMimic || who == Who::kIsmcts; }

// Returns who sits on all seats beside a judge.
Who drawn(Who loose, Chance& chance) {
  const double part = chance.part();
  if (part < 0.45) return loose;
  if (part < 0.54) return Who::kDucker;
  if (part < 0.58) return Who::kQuick;
  if (part < 0.62) return Who::kGuard;
  if (part < 0.74) return Who::kSearchMimic;
  return Who::kJudge;
}

// Returns who sits where: one judge or more, and others drawn for it.
Seats drawn_seats(bool with_ismcts, Chance& chance) {
  static constexpr std::array<Who, 6> kMixture = {Who::kJudge, Who::kLooseMimic, Who::kSearchMimic,
                                                  Who::kQuick, Who::kGuard, Who::kDucker};
  constexpr double kMixed = 0.1;
  Seats seats;
  if (chance.part() < kMixed) {
    for (Who& who : seats) who = kMixture[chance.below(kMixture.size())];
  } else {
    seats.fill(drawn(with_ismcts ? Who::kIsmcts : Who::kLooseMimic, chance));
  }
  seats[chance.below(kSeats)] = Who::kJudge;
  return seats;
}

// What a judge saw, with the card that it played.
struct Sample {
  Statements statements;
  int seat;
};

// Plays deals of which a judge learns.
class Teacher {
 public:
  Teacher(const Net& net, const Mimics& mimics, Chance& chance)
      : net_(net), mimics_(mimics), chance_(chance) {}

  // Plays a deal and adds what it teaches.
  void teach(bool with_ismcts, double tries, Gradient<Net>& gradient);

  // Returns the sum of the squared errors of each output.
  const Errors& errors() const { return errors_; }

 private:
  int card_of(Who who, const Position& position, const History& history);
  int judge(const Position& position, const History& history);
  void add(const Sample& sample, const Net::Outputs& targets, float weight,
           Gradient<Net>& gradient);

  const Net& net_;
  const Mimics& mimics_;
  Chance& chance_;
  Ismcts ismcts_{kSimulations};
  double tries_ = 0;
  float sharpness_ = 1;
  std::vector<Sample> samples_;
  Errors errors_{};
};

int Teacher::card_of(Who who, const Position& position, const History& history) {
  const Cards legal = position.legal();
  if (!several(legal)) return low(legal);
  switch (who) {
    case Who::kJudge: return judge(position, history);
    case Who::kLooseMimic: return mimics_.ismcts.pick(position, history, sharpness_, chance_);
    case Who::kSearchMimic: return mimics_.search.pick(position, history, sharpness_, chance_);
    case Who::kIsmcts: return ismcts_.choose(position, chance_);
    case Who::kQuick: return pick(position, legal);
    case Who::kGuard: return pick_on_guard(position, legal);
    case Who::kDucker: return pick_plainly(position, legal);
  }
  return low(legal);
}

int Teacher::judge(const Position& position, const History& history) {
  const Table& table = position.table();
  const std::vector<int> cards =
      distinct(position.legal(), hidden_from(table, position.own()) | table.trick);
  const int at = chance_.part() < tries_ ? chance_.below(static_cast<int>(cards.size()))
                                         : best_of(LearningNet(net_), position, history, cards);
  Sample sample{seen(position, history), table.turn};
  sample.statements.add(of_card(position, cards[at]));
  samples_.push_back(sample);
  return cards[at];
}

// Returns what is to be foreseen: a seat's share of having the least points, its points and the
// others', a moon of its own and of another, and whether most others play loosely.
Net::Outputs targets_of(const Points& points, int seat, bool loose) {
  const int total = std::accumulate(points.begin(), points.end(), 0);
  const int least = *std::min_element(points.begin(), points.end());
  const auto sharing = static_cast<float>(std::count(points.begin(), points.end(), least));
  const int mine = points[seat];
  const bool moon = total > kPoints;
  return {mine == least ? 1.0F / sharing : 0.0F,
          static_cast<float>(mine) / kPoints,
          static_cast<float>(total - mine) / (3.0F * kPoints),
          moon && mine == 0 ? 1.0F : 0.0F,
          moon && mine != 0 ? 1.0F : 0.0F,
          loose ? 1.0F : 0.0F};
}

void Teacher::teach(bool with_ismcts, double tries, Gradient<Net>& gradient) {
  const Seats seats = drawn_seats(with_ismcts, chance_);
  tries_ = tries;
  sharpness_ = 0.85F + 0.4F * static_cast<float>(chance_.part());
  samples_.clear();
  Position position(dealt(chance_.next()));
  History history;
  while (!position.settled()) {
    const Table table = position.table();
    const int card = card_of(seats[table.turn], position, history);
    history.push_back({table, card});
    position.play(card);
  }
  const Points points = position.result();
  for (const Sample& sample : samples_) {
    int loose = 0;
    for (int seat = 0; seat < kSeats; seat++) loose += seat != sample.seat && is_loose(seats[seat]);
    const float weight = with_ismcts && loose == kSeats - 1 ? kLooseWeight : 1.0F;
    add(sample, targets_of(points, sample.seat, loose >= 2), weight, gradient);
  }
}

void Teacher::add(const Sample& sample, const Net::Outputs& targets, float weight,
                  Gradient<Net>& gradient) {
  Net::Pass pass;
  pass.sums = net_.empty();
  net_.add(sample.statements, pass.sums);
  net_.run(pass);
  Net::Outputs slopes;
  for (int output = 0; output < kOutputs; output++) {
    const float found = kIsChance[output] ? chance_of(pass.outputs[output]) : pass.outputs[output];
    const float error = found - targets[output];
    slopes[output] = weight * kWeights[output] * error;
    errors_[output] += error * error;
  }
  const Net::Sums of_first = gradient.add(net_, pass, slopes);
  gradient.add_always(of_first);
  gradient.add_to(sample.statements, of_first);
  gradient.samples++;
}

void report(long deals, long samples, Errors& errors) {
  std::printf("%ld deals, mean squared errors", deals);
  for (double& error : errors) {
    std::printf(" %.4f", error / static_cast<double>(std::max(1L, samples)));
    error = 0;
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

void learn(Net& net, const Mimics& mimics, const Course& course, const std::string& path) {
  constexpr std::uint64_t kFirstSeed = 1000;
  std::vector<Gradient<Net>> gradients(kThreads);
  std::vector<Chance> chances;
  for (int thread = 0; thread < kThreads; thread++) chances.emplace_back(kFirstSeed + thread);
  Descent<Net> descent;
  Errors errors{};
  long samples = 0;
  const long steps = course.deals / kBatch;
  for (long step = 1; step <= steps; step++) {
    const float part = static_cast<float>(step) / static_cast<float>(steps);
    const double tries = course.tries_from + (course.tries_to - course.tries_from) * part;
    std::array<Errors, kThreads> found;
    in_each_thread([&](int thread) {
      Teacher teacher(net, mimics, chances[thread]);
      for (int deal = 0; deal < kBatch / kThreads; deal++) {
        teacher.teach(course.with_ismcts, tries, gradients[thread]);
      }
      found[thread] = teacher.errors();
    });
    for (int thread = 0; thread < kThreads; thread++) {
      for (int output = 0; output < kOutputs; output++) errors[output] += found[thread][output];
      if (thread > 0) gradients[0].take(gradients[thread]);
    }
    samples += gradients[0].samples;
    const float warmth = std::min(1.0F, static_cast<float>(step) / course.warm_up);
    descent.step(net, gradients[0], course.rate * falling(part) * warmth);
    if (step % std::max(1L, steps / kReports) != 0 && step != steps) continue;
    report(step * kBatch, samples, errors);
    samples = 0;
    net.save(path);
  }
}
