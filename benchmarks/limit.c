/* The limit: random rounds of dnup in hand-written C, to see how much of C's speed the Python kernel reaches.
 *
 * It plays the very same rounds as dnup.kernel.playout: same random numbers (SplitMix64), same order of moves, so the
 * mean number of turns must agree to the last digit. It knows nothing but random rounds from 0-0.
 *
 *   limit PLAYERS ROUNDS TURN_LIMIT STALL_LIMIT SEED < deck
 *
 * reads the deck, a line a card in play, "index low high star", sorted, and prints rounds, moves and seconds of processor
 * time.
 *
 * What makes it fast: a wrong guess of the processor at a branch costs as much as fifty instructions, so the work that
 * depends on the cards has few branches. How many sets a value makes, and which one is the n-th, is looked up instead
 * of counted.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { CARDS = 56, VALUES = 15, SIZES = 12, PLAYERS = 5 };
enum { PLAY, ADD, TAKE, ROTATE };

typedef uint64_t u64;
typedef uint32_t u32;

static struct {
    int players, slots, cards, top, spread;
    u64 in_play, star, copied, card[CARDS];
    u64 low[VALUES + 1], high[VALUES + 1]; /* by value, the cards that have it at this end */
    u64 twin[SIZES];                       /* by distance, the cards whose copy is that many bits above */
    int value[CARDS][2];
} deck;

typedef struct {
    u64 hand[PLAYERS], set[PLAYERS], turned, shown;
    int value[PLAYERS], size[PLAYERS]; /* of the set in a slot */
    int turn, actions, stalled, first, second, over;
} State;

typedef struct { int verb, slot; u64 cards; } Move;

/* Sizes as a mask have size s at bit s - 1. The part of `pattern` for k cards begins at 1 << k. */
static uint16_t ways[SIZES + 1][1 << SIZES];     /* how many sets k cards make without the sizes of a mask */
static uint16_t pattern[2 << SIZES];             /* all sets of k cards as bits, the smaller first, then ascending */
static u32 choices[SIZES + 1][SIZES + 1];        /* in how many ways s of k cards can be chosen */
static u32 smaller[SIZES + 1][SIZES + 1];        /* how many sets of k cards are smaller than s */
static u64 random_state;

static inline int count(u64 mask) { return __builtin_popcountll(mask); }
static inline int lowest(u64 mask) { return __builtin_ctzll(mask); }
static inline int owner(int slot) { return deck.players == 2 ? slot >> 1 : slot; }

static inline u64 next_random(void) {
    u64 z = (random_state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline u32 below(u32 bound) {
    u64 product = (next_random() >> 32) * bound;
    if ((u32)product < bound) {
        u32 threshold = -bound % bound;
        while ((u32)product < threshold) product = (next_random() >> 32) * bound;
    }
    return (u32)(product >> 32);
}

static void deal(State *s, int first) {
    u64 order[CARDS];
    memset(s, 0, sizeof *s);
    memcpy(order, deck.card, sizeof order);
    for (int left = deck.cards, seat = first; left; left--) {
        u32 pick = below((u32)left);
        s->hand[seat] |= order[pick];
        order[pick] = order[left - 1];
        if (++seat == deck.players) seat = 0;
    }
    s->turned = (next_random() >> 1) & deck.in_play;
    s->first = s->second = -1;
    for (int seat = 0; seat < deck.players; seat++)
        if (s->hand[seat] & deck.star) s->turn = deck.players == 2 ? 2 * seat + 1 : seat;
}

/* Those of some cards whose places among them, lowest first, are bits of `places`. */
static inline u64 choose(u64 cards, u64 places) {
#ifdef __BMI2__
    return _pdep_u64(places, cards);
#else
    u64 chosen = 0;
    for (; places; places >>= 1, cards &= cards - 1) chosen |= cards & -cards & -(places & 1);
    return chosen;
#endif
}

/* The index-th set of these cards that has none of the blocked sizes. */
static inline u64 nth_set(u64 cards, u32 blocked, u32 index) {
    int held = count(cards);
    if (held == 1) return cards;
    for (u32 left = blocked & ((1u << held) - 1); left; left &= left - 1) {
        int size = lowest(left) + 1;
        if (index < smaller[held][size]) break;
        index += choices[held][size];
    }
    return choose(cards, pattern[(1u << held) + index]);
}

/* D4: of equal cards the known ones leave first. True if this choice is the one that counts. Shifted by the distance
 * of copies, every card lies on its copy. */
static inline int settled(const State *s, u64 hand, u64 cards) {
    if (!(cards & deck.copied)) return 1;
    for (int d = 1; d <= deck.spread; d++) {
        u64 equal = deck.twin[d] & hand & hand >> d & ~(s->turned ^ s->turned >> d);
        u64 one_of_two = equal & (cards ^ cards >> d), higher_first = ~s->shown & s->shown >> d;
        if (one_of_two & ~(cards ^ higher_first)) return 0;
    }
    return 1;
}

static inline Move random_move(const State *s) {
    int seat = owner(s->turn);
    u64 hand = s->hand[seat], up = hand & ~s->turned, down = hand & s->turned, ceiling = 0;
    u64 group[VALUES + 1], addable[PLAYERS];
    u32 lying[VALUES + 1] = {0}, blocked[VALUES + 1], before[VALUES + 1], sizes = 0, total = 0, takes = 0;
    for (int slot = 0; slot < deck.slots; slot++) {
        u32 size = 1u << s->size[slot] >> 1;
        ceiling |= (u64)s->value[slot] << (4 * s->size[slot]);
        lying[s->value[slot]] |= size;
        sizes |= size;
    }
    for (int value = 1; value <= deck.top; value++) {
        group[value] = (up & deck.low[value]) | (down & deck.high[value]);
        before[value] = total;
        blocked[value] = sizes; /* R10: held by a set of this value or a higher one */
        total += ways[count(group[value])][sizes];
        sizes &= ~lying[value];
    }
    u32 plays = total;
    for (int slot = 0; slot < deck.slots; slot++) {
        int there = (s->set[slot] != 0) & (owner(slot) != seat);
        int higher = (int)(ceiling >> (4 * (s->size[slot] + 1)) & 15) < s->value[slot];
        addable[slot] = group[s->value[slot]] & -(u64)(there & higher);
        total += (u32)count(addable[slot]);
        takes |= (u32)there << slot;
    }
    total += (u32)count(takes) + 1;
    for (;;) {
        u32 index = below(total);
        if (index < plays) {
            int value = 1;
            for (int v = 2; v <= deck.top; v++) value += before[v] <= index;
            u64 cards = nth_set(group[value], blocked[value], index - before[value]);
            if (!settled(s, hand, cards)) continue;
            return (Move){PLAY, s->turn, cards};
        }
        index -= plays;
        int slot = 0;
        while (slot < deck.slots && index >= (u32)count(addable[slot])) index -= (u32)count(addable[slot++]);
        if (slot < deck.slots) {
            u64 card = choose(addable[slot], 1u << index);
            if (!settled(s, hand, card)) continue;
            return (Move){ADD, slot, card};
        }
        if (index < (u32)count(takes)) return (Move){TAKE, lowest(choose(takes, 1u << index)), 0};
        return (Move){ROTATE, 0, 0};
    }
}

static inline void clear(State *s, int slot) { s->set[slot] = 0, s->value[slot] = 0, s->size[slot] = 0; }

static inline void apply(State *s, Move m, int turn_limit, int stall_limit) {
    int seat = owner(s->turn), discarded = 0;
    if (m.verb == ROTATE) {
        s->turned ^= s->hand[seat];
    } else if (m.verb == TAKE) {
        s->hand[seat] |= s->set[m.slot];
        s->turned ^= s->set[m.slot];
        clear(s, m.slot);
    } else {
        int card = lowest(m.cards), out;
        s->hand[seat] &= ~m.cards;
        out = !s->hand[seat];
        s->shown |= m.cards;
        s->set[m.slot] |= m.cards;
        s->value[m.slot] = deck.value[card][s->turned >> card & 1];
        s->size[m.slot] += count(m.cards);
        for (int other = 0; other < deck.slots; other++)
            if (other != m.slot && s->size[other] == s->size[m.slot]) {
                if (owner(other) != s->first) {
                    s->hand[owner(other)] |= s->set[other];
                    s->turned ^= s->set[other];
                } else {
                    discarded = 1;
                }
                clear(s, other);
            }
        if (out) {
            if (s->first >= 0) s->second = seat, s->over = 1;
            else s->first = seat, s->over = deck.players == 2;
        }
    }
    if (++s->actions >= turn_limit) s->over = 1;
    if (s->over) return;
    do {
        if (++s->turn == deck.slots) s->turn = 0;
        discarded |= s->size[s->turn];
        clear(s, s->turn);
    } while (owner(s->turn) == s->first);
    s->stalled = discarded ? 0 : s->stalled + 1;
    s->over = s->stalled == stall_limit && stall_limit;
}

/* All ways to choose `size` of the cards from `first` to `held` - 1, added to those chosen already. */
static u32 list_patterns(int held, int first, int size, u32 chosen, u32 next) {
    if (size == 0) return pattern[next] = (uint16_t)chosen, next + 1;
    for (int card = first; card + size <= held; card++)
        next = list_patterns(held, card + 1, size - 1, chosen | 1u << card, next);
    return next;
}

static void make_tables(void) {
    for (int held = 0; held <= SIZES; held++) {
        u32 next = 1u << held;
        for (int size = 0; size <= held; size++)
            choices[held][size] = size == 0 || size == held ? 1 : choices[held - 1][size - 1] + choices[held - 1][size];
        for (int size = 1; size <= held; size++) {
            smaller[held][size] = next - (1u << held);
            next = list_patterns(held, 0, size, 0, next);
            for (u32 blocked = 0; blocked < 1u << SIZES; blocked++)
                if (!(blocked >> (size - 1) & 1)) ways[held][blocked] += (uint16_t)choices[held][size];
        }
    }
}

static void read_deck(void) {
    int index, low, high, star;
    while (scanf("%d %d %d %d", &index, &low, &high, &star) == 4) {
        u64 bit = 1ull << index;
        for (int i = 0; i < deck.cards; i++) {
            int other = lowest(deck.card[i]), distance = index - other;
            if (deck.value[other][0] != low || deck.value[other][1] != high) continue;
            deck.twin[distance] |= deck.card[i];
            deck.copied |= deck.card[i] | bit;
            if (distance > deck.spread) deck.spread = distance;
        }
        deck.card[deck.cards++] = bit;
        deck.in_play |= bit;
        deck.low[low] |= bit, deck.high[high] |= bit;
        deck.value[index][0] = low, deck.value[index][1] = high;
        if (star) deck.star = bit;
        if (high > deck.top) deck.top = high;
    }
}

int main(int argc, char **argv) {
    if (argc != 6) return fprintf(stderr, "usage: limit PLAYERS ROUNDS TURN_LIMIT STALL_LIMIT SEED < deck\n"), 2;
    deck.players = atoi(argv[1]);
    deck.slots = deck.players == 2 ? 4 : deck.players;
    int rounds = atoi(argv[2]), turn_limit = atoi(argv[3]), stall_limit = atoi(argv[4]);
    random_state = strtoull(argv[5], NULL, 10);
    read_deck();
    make_tables();
    struct timespec begin, end;
    u64 moves = 0;
    State state;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int round = 0; round < rounds; round++) {
        deal(&state, round % deck.players);
        while (!state.over) apply(&state, random_move(&state), turn_limit, stall_limit);
        moves += (u64)state.actions;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%d %llu %.9f\n", rounds, (unsigned long long)moves,
           (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
    return 0;
}
