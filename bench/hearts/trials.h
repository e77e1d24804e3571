// How answers turned out in the worlds in which they were tried.
#pragma once

#include <vector>

class Trials {
 public:
  explicit Trials(int answers);

  // Returns the answers that are still tried.
  const std::vector<int>& left() const { return left_; }

  // Notes what an answer was worth in the next world.
  void add(int answer, double worth) { worths_[answer].push_back(worth); }

  // Gives up the answers that are clearly behind; looks only after every eighth world.
  void give_up(int worlds);

  // Returns the best answer; the usual one, unless another is better by so many errors.
  int best(int usual, double doubt) const;

 private:
  // By how much an answer is better than another, and the standard error of that.
  struct Lead {
    double gain;
    double error;
  };

  int ahead() const;
  Lead lead(int ours, int theirs) const;

  std::vector<std::vector<double>> worths_;
  std::vector<int> left_;
};
