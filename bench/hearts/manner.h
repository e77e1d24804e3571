// How the others play, learnt in the deal: loosely, as ISMCTS does, or as the house bot does.
#pragma once

#include "policy.h"
#include "worlds.h"

// The two learnt policies.
struct Policies {
  Policy loose;
  Policy house;
};

// Returns how likely it is that the others play loosely, by all their cards so far.
double loose_share(const Policies& policies, const View& view, const History& history,
                   double prior, Chance& chance);
