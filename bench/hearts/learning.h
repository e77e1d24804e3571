// How the judge learns: it plays deals, and is told how they end.
#pragma once

#include "mimicry.h"

// Mimics of ISMCTS and of the search of the project.
struct Mimics {
  Mimic ismcts;
  Mimic search;
};

// A course of learning.
struct Course {
  long deals;
  float rate;         // of the steps at the start
  float warm_up;      // steps until the rate is reached
  double tries_from;  // how often any card is played at the start, and at the end
  double tries_to;
  bool with_ismcts;   // itself at the tables, not its mimic; these deals count twice
};

// Lets a judge learn in two threads. Ten times it prints how well it foresees and saves the weights.
// The same course from the same weights gives the same ones.
void learn(Net& net, const Mimics& mimics, const Course& course, const std::string& path);
