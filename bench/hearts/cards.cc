#include "cards.h"

int nth(Cards cards, int number) {
  while (number-- > 0) cards &= cards - 1;
  return low(cards);
}

int highest(Cards cards) {
  int found = -1;
  for (int suit = 0; suit < kSuits; suit++) {
    const Cards mine = lane(cards, suit);
    if (mine == 0) continue;
    const int card = suit * kRanks + top(mine);
    if (found < 0 || rank_of(card) > rank_of(found)) found = card;
  }
  return found;
}

int lowest(Cards cards) {
  int found = -1;
  for (int suit = 0; suit < kSuits; suit++) {
    const Cards mine = lane(cards, suit);
    if (mine == 0) continue;
    const int card = suit * kRanks + low(mine);
    if (found < 0 || rank_of(card) < rank_of(found)) found = card;
  }
  return found;
}
