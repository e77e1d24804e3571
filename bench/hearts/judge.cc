#include "judge.h"

#include <algorithm>

namespace {

constexpr int kFirstUnits = 64;    // of a whole, in the first layer
constexpr int kSecondUnits = 128;  // in the second
constexpr int kLargest = 127;
constexpr int kBytes = (features::kSize + 1 + Net::kNarrow) * Net::kWide;

// What is paid for having the least points, where the others play as ISMCTS does and where not.
constexpr double kLoosePoints = 0.1;    // for all points of a deal
constexpr double kCarefulPoints = 0.7;
constexpr double kCarefulShot = 3.0;    // for a moon of another
constexpr double kCarefulShoots = 0.9;  // for a moon of its own

double chance(double odds) { return 1 / (1 + std::exp(-odds)); }

void append(const std::vector<float>& weights, int units, std::vector<std::int8_t>& bytes) {
  for (float weight : weights) {
    const long number = std::lround(weight * static_cast<float>(units));
    bytes.push_back(static_cast<std::int8_t>(
        std::clamp(number, static_cast<long>(-kLargest), static_cast<long>(kLargest))));
  }
}

template <typename Items>
void write(std::ofstream& file, const Items& items) {
  file.write(reinterpret_cast<const char*>(items.data()),
             static_cast<std::streamsize>(items.size() * sizeof(items[0])));
}

template <typename Items>
void read(std::ifstream& file, Items& items) {
  file.read(reinterpret_cast<char*>(items.data()),
            static_cast<std::streamsize>(items.size() * sizeof(items[0])));
}

}  // namespace

LearningNet::Sums LearningNet::sums_of(const Statements& statements) const {
  Sums sums = net_.empty();
  net_.add(statements, sums);
  return sums;
}

Ends LearningNet::ends(const Sums& sums, const Statements& statements) const {
  Net::Pass pass;
  pass.sums = sums;
  net_.add(statements, pass.sums);
  net_.run(pass);
  const auto& found = pass.outputs;
  return {chance_of(found[0]), found[1], chance_of(found[3]), chance_of(found[4]),
          chance_of(found[5])};
}

PackedNet::PackedNet(const std::string& path) : bytes_(kBytes) {
  std::ifstream file(path, std::ios::binary);
  read(file, bytes_);
  read(file, added_);
  read(file, last_);
  read(file, last_added_);
  if (file) return;
  std::cerr << "cannot read " << path << "\n";
  std::exit(1);
}

PackedNet::Sums PackedNet::sums_of(const Statements& statements) const {
  Sums sums;
  std::copy_n(row(features::kSize), Net::kWide, sums.begin());
  for (int statement : statements) {
    for (int at = 0; at < Net::kWide; at++) sums[at] += row(statement)[at];
  }
  return sums;
}

Ends PackedNet::ends(const Sums& sums, const Statements& statements) const {
  Sums first = sums;
  for (int statement : statements) {
    for (int at = 0; at < Net::kWide; at++) first[at] += row(statement)[at];
  }
  for (int& sum : first) sum = std::max(sum, 0);
  std::array<double, Net::kNarrow> second;
  for (int unit = 0; unit < Net::kNarrow; unit++) {
    int total = added_[unit];
    const std::int8_t* weights = row(features::kSize + 1 + unit);
    for (int at = 0; at < Net::kWide; at++) total += weights[at] * first[at];
    const double whole = total / static_cast<double>(kFirstUnits * kSecondUnits);
    second[unit] = total > 0 ? whole : whole * 0.01;
  }
  std::array<double, kOutputs> found{};
  for (int output = 0; output < kOutputs; output++) {
    for (int at = 0; at < Net::kNarrow; at++) {
      found[output] += static_cast<double>(last_[output * Net::kNarrow + at]) * second[at];
    }
    found[output] += static_cast<double>(last_added_[output]);
  }
  return {chance(found[0]), found[1], chance(found[3]), chance(found[4]), chance(found[5])};
}

void pack(const Net& net, const std::string& path) {
  std::vector<std::int8_t> bytes;
  append(net.first, kFirstUnits, bytes);
  append(net.first_added, kFirstUnits, bytes);
  append(net.second, kSecondUnits, bytes);
  std::vector<std::int32_t> added;
  for (float weight : net.second_added) {
    added.push_back(static_cast<std::int32_t>(std::lround(weight * kFirstUnits * kSecondUnits)));
  }
  std::ofstream file(path, std::ios::binary);
  write(file, bytes);
  write(file, added);
  write(file, net.last);
  write(file, net.last_added);
}

double worth_of(const Ends& ends, double careful) {
  const double points = kLoosePoints + careful * (kCarefulPoints - kLoosePoints);
  return ends.least - points * ends.points - careful * kCarefulShot * ends.shot -
         careful * kCarefulShoots * ends.shoots;
}
