// A network of two layers over the statements that hold, its gradients, and how it learns.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "features.h"

constexpr int kOutputs = 6;
constexpr float kLeak = 0.01F;  // of what is below nothing, in the second layer

inline float chance_of(float odds) { return 1.0F / (1.0F + std::exp(-odds)); }

// The weights, each layer's followed by what is always added. Wide and Narrow are the units of
// the two layers.
template <int Wide, int Narrow>
struct Network {
  static constexpr int kWide = Wide;
  static constexpr int kNarrow = Narrow;
  using Sums = std::array<float, Wide>;
  using Outputs = std::array<float, kOutputs>;

  // What one pass through the layers has found, from the sums of the first layer on.
  struct Pass {
    alignas(64) Sums sums;
    alignas(64) Sums first;
    alignas(64) std::array<float, Narrow> second;
    Outputs outputs;
  };

  std::vector<float> first = std::vector<float>(features::kSize * Wide);
  std::vector<float> first_added = std::vector<float>(Wide);
  std::vector<float> second = std::vector<float>(Narrow * Wide);
  std::vector<float> second_added = std::vector<float>(Narrow);
  std::vector<float> last = std::vector<float>(kOutputs * Narrow);
  std::vector<float> last_added = std::vector<float>(kOutputs);

  // Returns all weights but those of the first layer.
  std::array<std::vector<float>*, 5> dense() {
    return {&first_added, &second, &second_added, &last, &last_added};
  }

  // Returns the weights of a statement.
  float* row(int statement) { return &first[static_cast<std::size_t>(statement) * Wide]; }
  const float* row(int statement) const {
    return &first[static_cast<std::size_t>(statement) * Wide];
  }

  // Returns what is always added in the first layer.
  Sums empty() const {
    Sums sums;
    std::memcpy(sums.data(), first_added.data(), sizeof sums);
    return sums;
  }

  // Adds the weights of statements.
  void add(const Statements& statements, Sums& sums) const {
    for (int statement : statements) {
      const float* weights = row(statement);
      for (int at = 0; at < Wide; at++) sums[at] += weights[at];
    }
  }

  // Goes through the layers, from the sums of the first one.
  void run(Pass& pass) const {
    for (int at = 0; at < Wide; at++) pass.first[at] = pass.sums[at] > 0 ? pass.sums[at] : 0;
    for (int unit = 0; unit < Narrow; unit++) {
      const float* weights = &second[unit * Wide];
      float sum = 0;
      for (int at = 0; at < Wide; at++) sum += weights[at] * pass.first[at];
      sum += second_added[unit];
      pass.second[unit] = sum > 0 ? sum : kLeak * sum;
    }
    for (int output = 0; output < kOutputs; output++) {
      float sum = last_added[output];
      for (int at = 0; at < Narrow; at++) sum += last[output * Narrow + at] * pass.second[at];
      pass.outputs[output] = sum;
    }
  }

  // Sets weights of chance.
  void begin(std::uint64_t seed) {
    Chance chance(seed);
    const auto fill = [&](std::vector<float>& weights, float scale) {
      for (float& weight : weights) {
        float sum = 0;
        for (int at = 0; at < 4; at++) sum += static_cast<float>(chance.part()) - 0.5F;
        weight = sum * scale;
      }
    };
    fill(first, 0.1F);
    fill(second, std::sqrt(2.0F / Wide) * 1.7F);
    fill(last, std::sqrt(1.0F / Narrow));
  }

  // Reads the weights from a file, or ends the program.
  void load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    for_each_part([&](std::vector<float>& part) {
      file.read(reinterpret_cast<char*>(part.data()), bytes(part));
    });
    if (!file) fail(path);
  }

  // Writes the weights to a file, or ends the program.
  void save(const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    for_each_part([&](std::vector<float>& part) {
      file.write(reinterpret_cast<const char*>(part.data()), bytes(part));
    });
    if (!file) fail(path);
  }

 private:
  template <typename Work>
  void for_each_part(const Work& work) {
    work(first);
    for (std::vector<float>* part : dense()) work(*part);
  }

  static std::streamsize bytes(const std::vector<float>& part) {
    return static_cast<std::streamsize>(part.size() * sizeof(float));
  }

  [[noreturn]] static void fail(const std::string& path) {
    std::cerr << "cannot read or write " << path << "\n";
    std::exit(1);
  }
};

// The sum of the gradients of some samples.
template <typename Net>
struct Gradient {
  static constexpr int kWide = Net::kWide;
  static constexpr int kNarrow = Net::kNarrow;
  using Sums = typename Net::Sums;

  Net sum;
  std::vector<char> touched = std::vector<char>(features::kSize);
  int samples = 0;

  // Adds what the slopes of the outputs come to in all layers, and returns it for the first one.
  Sums add(const Net& net, const typename Net::Pass& pass, const typename Net::Outputs& slopes) {
    std::array<float, kNarrow> of_second;
    for (int unit = 0; unit < kNarrow; unit++) {
      float slope = 0;
      for (int output = 0; output < kOutputs; output++) {
        slope += slopes[output] * net.last[output * kNarrow + unit];
        sum.last[output * kNarrow + unit] += slopes[output] * pass.second[unit];
      }
      of_second[unit] = pass.second[unit] > 0 ? slope : kLeak * slope;
      sum.second_added[unit] += of_second[unit];
    }
    for (int output = 0; output < kOutputs; output++) sum.last_added[output] += slopes[output];
    Sums of_first{};
    for (int unit = 0; unit < kNarrow; unit++) {
      const float* weights = &net.second[unit * kWide];
      float* sums = &sum.second[unit * kWide];
      for (int at = 0; at < kWide; at++) {
        of_first[at] += of_second[unit] * weights[at];
        sums[at] += of_second[unit] * pass.first[at];
      }
    }
    for (int at = 0; at < kWide; at++) {
      if (pass.sums[at] <= 0) of_first[at] = 0;
    }
    return of_first;
  }

  // Adds the slopes of the first layer to what is always added.
  void add_always(const Sums& slopes) {
    for (int at = 0; at < kWide; at++) sum.first_added[at] += slopes[at];
  }

  // Adds the slopes of the first layer to the weights of statements.
  void add_to(const Statements& statements, const Sums& slopes) {
    for (int statement : statements) {
      touched[statement] = 1;
      float* sums = sum.row(statement);
      for (int at = 0; at < kWide; at++) sums[at] += slopes[at];
    }
  }

  // Adds another gradient, which is empty then.
  void take(Gradient& other) {
    for (int statement = 0; statement < features::kSize; statement++) {
      if (!other.touched[statement]) continue;
      touched[statement] = 1;
      other.touched[statement] = 0;
      move(other.sum.row(statement), sum.row(statement), kWide);
    }
    const auto ours = sum.dense();
    const auto theirs = other.sum.dense();
    for (std::size_t part = 0; part < ours.size(); part++) {
      move(theirs[part]->data(), ours[part]->data(), ours[part]->size());
    }
    samples += other.samples;
    other.samples = 0;
  }

 private:
  static void move(float* from, float* to, std::size_t size) {
    for (std::size_t at = 0; at < size; at++) {
      to[at] += from[at];
      from[at] = 0;
    }
  }
};

// Follows gradients downhill, each weight at a pace of its own (Adam).
template <typename Net>
class Descent {
 public:
  // Moves the weights by a gradient, which is empty then.
  void step(Net& net, Gradient<Net>& gradient, float rate) {
    steps_++;
    const float mean_bias = 1 - std::pow(kMeanDecay, static_cast<float>(steps_));
    const float square_bias = 1 - std::pow(kSquareDecay, static_cast<float>(steps_));
    pace_ = rate * std::sqrt(square_bias) / mean_bias;
    share_ = 1.0F / static_cast<float>(std::max(1, gradient.samples));
    gradient.samples = 0;
    for (int statement = 0; statement < features::kSize; statement++) {
      if (!gradient.touched[statement]) continue;
      gradient.touched[statement] = 0;
      move(net.row(statement), means_.row(statement), squares_.row(statement),
           gradient.sum.row(statement), Net::kWide);
    }
    const auto weights = net.dense();
    const auto means = means_.dense();
    const auto squares = squares_.dense();
    const auto sums = gradient.sum.dense();
    for (std::size_t part = 0; part < weights.size(); part++) {
      move(weights[part]->data(), means[part]->data(), squares[part]->data(), sums[part]->data(),
           weights[part]->size());
    }
  }

 private:
  static constexpr float kMeanDecay = 0.9F;
  static constexpr float kSquareDecay = 0.999F;

  void move(float* weights, float* means, float* squares, float* sums, std::size_t size) const {
    for (std::size_t at = 0; at < size; at++) {
      const float slope = sums[at] * share_;
      means[at] = kMeanDecay * means[at] + (1 - kMeanDecay) * slope;
      squares[at] = kSquareDecay * squares[at] + (1 - kSquareDecay) * slope * slope;
      weights[at] -= pace_ * means[at] / (std::sqrt(squares[at]) + 1e-8F);
      sums[at] = 0;
    }
  }

  Net means_;
  Net squares_;
  long steps_ = 0;
  float pace_ = 0;
  float share_ = 0;
};

// Returns a rate of learning that falls from 1 to nearly 0 over the parts of the whole.
inline float falling(float part) {
  constexpr float kPi = 3.14159265F;
  return 0.02F + 0.98F * (0.5F + 0.5F * std::cos(kPi * part));
}
