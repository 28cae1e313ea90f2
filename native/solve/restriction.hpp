// A player who is restricted to a model of their play; the other one's answer is a counter-strategy.
//
// Restricted Nash response (Johanson, Zinkevich and Bowling 2007): with probability p, decided before the game, the
// player follows the model throughout. Data-biased response (Johanson and Bowling 2009): they follow it at each
// information set with the confidence of that set. What is left they choose freely.
#pragma once

#include "solve/sequence_form.hpp"

namespace railbird {

struct Restriction {
    int player = -1;  // nobody
    double p = 0;
    std::vector<double> model;       // by row; those of the player are used
    std::vector<double> confidence;  // by information set, from 0 to 1
};

// The player's rows of `play`: confidence * model + (1 - confidence) * what they choose.
void mix_model(const SequenceForm& form, const Restriction& restriction, const double* free, double* play);
// Writes the probability with which the player gets to each sequence, if `part` is that of what they do when they do
// not follow the model throughout: p * model + (1 - p) * part.
void mix_reach(const SequenceForm& form, const Restriction& restriction, const double* model, const double* part,
               double* reach);
// What the player gets at best, if the others reach their sequences as in `reach`. `values` is scratch space for all
// sequences.
double best_restricted(const SequenceForm& form, const Restriction& restriction, const double* reach, double* values);

}  // namespace railbird
