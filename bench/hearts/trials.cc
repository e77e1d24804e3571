#include "trials.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

constexpr int kRound = 8;        // worlds between two looks
constexpr double kBehind = 2.0;  // standard errors by which an answer is given up

double sum(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

}  // namespace

Trials::Trials(int answers) : worths_(answers), left_(answers) {
  std::iota(left_.begin(), left_.end(), 0);
}

void Trials::give_up(int worlds) {
  if (worlds % kRound != 0) return;
  const int first = ahead();
  const auto is_behind = [&](int answer) {
    if (answer == first) return false;
    const auto [gain, error] = lead(first, answer);
    return gain > kBehind * error;
  };
  left_.erase(std::remove_if(left_.begin(), left_.end(), is_behind), left_.end());
}

int Trials::best(int usual, double doubt) const {
  const int first = ahead();
  if (first == usual || std::find(left_.begin(), left_.end(), usual) == left_.end()) return first;
  const auto [gain, error] = lead(first, usual);
  return gain > doubt * error ? first : usual;
}

int Trials::ahead() const {
  return *std::max_element(left_.begin(), left_.end(), [&](int one, int other) {
    return sum(worths_[one]) < sum(worths_[other]);
  });
}

Trials::Lead Trials::lead(int ours, int theirs) const {
  const auto worlds = static_cast<double>(worths_[ours].size());
  double total = 0.0;
  double squares = 0.0;
  for (std::size_t at = 0; at < worths_[ours].size(); at++) {
    const double apart = worths_[ours][at] - worths_[theirs][at];
    total += apart;
    squares += apart * apart;
  }
  const double gain = total / worlds;
  const double spread = std::max(0.0, squares / worlds - gain * gain);
  return {gain, std::sqrt(spread / worlds)};
}
