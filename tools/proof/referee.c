/* The referee: what two moves of a position are worth, by a program that shares no code with the search of dnup.
 *
 * The rules, the worlds, the players and the value of a score are written here a second time, from the rules alone. Every
 * seat plays on by a search from its own view: sequential halving over all its moves, in worlds that agree with that view,
 * each finished by quick play. The moves that are compared have equal tries: one each in the same worlds.
 *
 *   referee < jobs
 *
 * The first line of the input is the deck, the cards in play as "1/5* 1/6 1/6 ...". Every other line is a job:
 *
 *   moves POSITION                             prints the legal moves, separated by "; "
 *   after POSITION; MOVE                       prints the position after a move
 *   worth SEED WORLDS PLAYOUTS POSITION; MOVE; MOVE ...
 *                                              prints by move the mean, and by move but the first the mean and the standard
 *                                              error of the difference to the first
 *
 * A position is a line of dnup (docs/notation.md). Each seat knows its own cards, cards with an exclamation mark, the table
 * and the discards; the rest is dealt again in every world.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CARDS = 60, MAX_VALUE = 15, SEATS = 5, MAX_MOVES = 600, LINE = 1 << 16 };
enum { PLAY, ADD, TAKE, ROTATE };
typedef uint64_t u64;

typedef struct {
    u64 hand[SEATS], table[SEATS], pile, high, known; /* high: the cards that show their higher value */
    int players, turn, actions, limit, stalled, stall_limit, starter, over, played_on;
    int score[SEATS], points[SEATS], finished[2], finishes;
} State;

typedef struct { int verb, slot; u64 cards; } Move;

static int cards_in_play, star = -1, top_value;
static int both_values[2][MAX_CARDS], *const low_value = both_values[0], *const high_value = both_values[1];
static u64 low_mask[MAX_VALUE + 1], high_mask[MAX_VALUE + 1], twins[MAX_CARDS]; /* twins: equal cards, itself included */
static u64 rng;

#define FOR_BITS(card, mask) for (u64 rest_ = (mask); rest_ && ((card) = __builtin_ctzll(rest_), 1); rest_ &= rest_ - 1)
#define BIT(card) (1ull << (card))
static int count(u64 mask) { return __builtin_popcountll(mask); }

static u64 next_random(void) { /* xorshift64* */
    rng ^= rng >> 12, rng ^= rng << 25, rng ^= rng >> 27;
    return rng * 0x2545F4914F6CDD1Dull;
}
static void seed_random(u64 seed) {
    rng = (seed + 1) * 0x9E3779B97F4A7C15ull | 1;
    for (int i = 0; i < 8; i++) next_random();
}
static int below(int bound) { return (int)((next_random() >> 33) % (u64)bound); }

/* ---- The rules ---- */

static int slots(const State *s) { return s->players == 2 ? 4 : s->players; }
static int owner(const State *s, int slot) { return s->players == 2 ? slot / 2 : slot; }
static int is_out(const State *s, int seat) {
    for (int i = 0; i < s->finishes; i++) if (s->finished[i] == seat) return 1;
    return 0;
}
static u64 showing(const State *s, u64 cards, int value) {
    return cards & ((low_mask[value] & ~s->high) | (high_mask[value] & s->high));
}
static int active(const State *s, int card) { return s->high & BIT(card) ? high_value[card] : low_value[card]; }
static int value_of(const State *s, u64 set) { return active(s, __builtin_ctzll(set)); }

static int rival_of(const State *s, int size, int besides) { /* R16: there is one at most */
    for (int slot = 0; slot < slots(s); slot++)
        if (slot != besides && s->table[slot] && count(s->table[slot]) == size) return slot;
    return -1;
}
static int fits(const State *s, int value, int size, int besides) {
    int rival = rival_of(s, size, besides);
    return rival < 0 || value > value_of(s, s->table[rival]);
}

/* D4: of equal cards held the same way up, a known one is meant first, then the first. */
static int is_meant(const State *s, u64 among, u64 chosen) {
    int card;
    FOR_BITS(card, chosen) {
        u64 equal = among & twins[card] & ~chosen;
        if (!equal) continue;
        if (equal & s->known && !(s->known & BIT(card))) return 0;
        if (!!(equal & s->known) == !!(s->known & BIT(card)) && equal & (BIT(card) - 1) & (s->known & BIT(card) ? s->known : ~s->known)) return 0;
    }
    return 1;
}

static int list_moves(const State *s, Move *moves) {
    int seat = owner(s, s->turn), n = 0, card;
    for (int value = 1; value <= top_value; value++) {
        u64 group = showing(s, s->hand[seat], value);
        for (u64 set = group; set; set = (set - 1) & group)
            if (fits(s, value, count(set), -1) && is_meant(s, group, set) && n < MAX_MOVES) moves[n++] = (Move){PLAY, 0, set};
    }
    for (int slot = 0; slot < slots(s); slot++) {
        u64 set = s->table[slot];
        if (!set || owner(s, slot) == seat) continue;
        int value = value_of(s, set);
        u64 group = showing(s, s->hand[seat], value);
        if (group && fits(s, value, count(set) + 1, slot))
            FOR_BITS(card, group) if (is_meant(s, group, BIT(card)) && n < MAX_MOVES) moves[n++] = (Move){ADD, slot, BIT(card)};
        if (n < MAX_MOVES) moves[n++] = (Move){TAKE, slot, 0};
    }
    if (n < MAX_MOVES) moves[n++] = (Move){ROTATE, 0, 0};
    return n;
}

static void to_hand(State *s, int seat, int slot) { /* R15, D3 */
    s->hand[seat] |= s->table[slot];
    s->high ^= s->table[slot];
    s->known |= s->table[slot];
    s->table[slot] = 0;
}
static void discard(State *s, int slot) { s->pile |= s->table[slot], s->table[slot] = 0; }

static void put(State *s, int seat, u64 cards, int slot) {
    s->hand[seat] &= ~cards;
    s->known |= cards;
    int emptied = !s->hand[seat];
    s->table[slot] |= cards;
    int rival = rival_of(s, count(s->table[slot]), slot);
    if (rival >= 0) {
        if (is_out(s, owner(s, rival))) discard(s, rival);
        else to_hand(s, owner(s, rival), rival);
    }
    if (emptied) {
        s->finished[s->finishes++] = seat;
        s->points[seat] += s->players == 2 ? 1 : 3 - s->finishes;
        if (s->players == 2 || s->finishes == 2) s->over = 1;
        else if (s->score[seat] + s->points[seat] >= 4 && !s->played_on) s->over = 1;
    }
}

static void make(State *s, Move m) {
    int seat = owner(s, s->turn), gone = count(s->pile);
    s->actions++;
    if (m.verb == PLAY) put(s, seat, m.cards, s->turn);
    else if (m.verb == ADD) put(s, seat, m.cards, m.slot);
    else if (m.verb == TAKE) to_hand(s, seat, m.slot);
    else s->high ^= s->hand[seat];
    if (!s->over && s->actions >= s->limit) s->over = 1;
    if (s->over) return;
    do {
        s->turn = (s->turn + 1) % slots(s);
        discard(s, s->turn);
    } while (is_out(s, owner(s, s->turn)));
    s->stalled = count(s->pile) > gone ? 0 : s->stalled + 1;
    if (s->stall_limit && s->stalled >= s->stall_limit) s->over = 1;
}

/* ---- The value of a score: the chance to win the match if all are equally strong ---- */

static int enough(int players) { return players == 2 ? 2 : 4; }
static double kept[SEATS + 1][3125][SEATS];
static char is_kept[SEATS + 1][3125];

static const double *chances(int players, const int *score) {
    int index = 0;
    for (int seat = 0; seat < players; seat++) {
        if (score[seat] >= enough(players)) {
            static double won[SEATS][SEATS];
            for (int i = 0; i < players; i++) won[seat][i] = i == seat;
            return won[seat];
        }
        index = index * 5 + score[seat];
    }
    if (is_kept[players][index]) return kept[players][index];
    double sum[SEATS] = {0};
    for (int first = 0; first < players; first++)
        for (int second = 0; second < players; second++) {
            if (second == first) continue;
            int after[SEATS];
            memcpy(after, score, sizeof after);
            after[first] += players == 2 ? 1 : 2;
            if (players > 2 && after[first] < 4) after[second] += 1;
            const double *one = chances(players, after);
            for (int i = 0; i < players; i++) sum[i] += one[i] / (players * (players - 1));
        }
    memcpy(kept[players][index], sum, sizeof sum);
    is_kept[players][index] = 1;
    return kept[players][index];
}
static double worth(const State *s, int seat) {
    int score[SEATS] = {0};
    for (int i = 0; i < s->players; i++) score[i] = s->score[i] + s->points[i];
    if (s->finishes && score[s->finished[0]] >= enough(s->players)) return s->finished[0] == seat;
    return chances(s->players, score)[seat];
}

/* ---- Worlds and players ---- */

/* Deal again what a seat has not seen. The star is with the starter until it is shown. */
static void deal_again(const State *s, int seat, State *world) {
    int unseen[MAX_CARDS], n = 0, card;
    *world = *s;
    u64 others = 0;
    for (int other = 0; other < s->players; other++) if (other != seat) others |= s->hand[other];
    FOR_BITS(card, others & ~s->known) unseen[n++] = card;
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), swap = unseen[i];
        unseen[i] = unseen[j], unseen[j] = swap;
    }
    int held = star >= 0 && s->starter != seat && !(s->known & BIT(star));
    if (held) for (int i = 0; i < n; i++) if (unseen[i] == star) unseen[i] = unseen[--n];
    int at = 0;
    for (int other = 0; other < s->players; other++) {
        if (other == seat) continue;
        int missing = count(s->hand[other] & ~s->known);
        world->hand[other] &= s->known;
        if (held && other == s->starter && missing) world->hand[other] |= BIT(star), missing--;
        while (missing-- > 0) world->hand[other] |= BIT(unseen[at++]);
        u64 dealt = world->hand[other] & ~s->known;
        world->high = (world->high & ~dealt) | (next_random() & dealt);
    }
}

/* Quick play: go out if possible; else mostly the set with the most cards, of those the lowest that beats, else the lowest;
 * rotate if that leaves fewer values; sometimes anything. */
static Move quick(const State *s) {
    int seat = owner(s, s->turn), card, total = slots(s), best_rank = -1;
    u64 hand = s->hand[seat], groups[MAX_VALUE + 1], sizes = 0;
    unsigned values = 0, hidden = 0; /* the values that show, and those that would after a rotation: a bit each */
    Move best = {ROTATE, 0, 0};
    FOR_BITS(card, hand) {
        int is_high = s->high >> card & 1, value = both_values[is_high][card];
        if (!(values >> value & 1)) groups[value] = 0, values |= 1u << value;
        groups[value] |= BIT(card);
        hidden |= 1u << both_values[!is_high][card];
    }
    int now = __builtin_popcount(values), turned = __builtin_popcount(hidden);
    for (int slot = 0; slot < total; slot++) sizes |= BIT(count(s->table[slot]));
    for (unsigned left = values; left; left &= left - 1) {
        int value = __builtin_ctz(left);
        u64 group = groups[value];
        int size = count(group), rival = sizes >> size & 1 ? rival_of(s, size, -1) : -1;
        if (rival >= 0 && value <= value_of(s, s->table[rival])) continue;
        if (group == hand) return (Move){PLAY, 0, group};
        int rank = 64 * size + (rival >= 0 && owner(s, rival) != seat ? 24 : 0) + (MAX_VALUE - value) + below(12);
        if (rank > best_rank) best_rank = rank, best = (Move){PLAY, 0, group};
    }
    if (count(hand) == 1 || best_rank < 128) {
        for (int slot = 0; slot < total; slot++) {
            u64 set = s->table[slot];
            if (!set || owner(s, slot) == seat) continue;
            u64 group = showing(s, hand, value_of(s, set));
            if (!group || !fits(s, value_of(s, set), count(set) + 1, slot)) continue;
            card = __builtin_ctzll(group);
            if (hand == BIT(card) || best_rank < 0 || below(2)) return (Move){ADD, slot, BIT(card)};
        }
    }
    if (now > turned + 1 + below(2)) return (Move){ROTATE, 0, 0};
    if (below(24) == 0) { /* anything */
        Move all[MAX_MOVES];
        return all[below(list_moves(s, all))];
    }
    return best;
}

/* The move that a seat chooses from its own view, by sequential halving with about this many playouts. */
static Move choose(const State *s, int playouts) {
    Move moves[MAX_MOVES];
    double sum[MAX_MOVES] = {0};
    int order[MAX_MOVES], seat = owner(s, s->turn), alive = list_moves(s, moves), tried = 0, stages = 1;
    for (int i = 0; i < alive; i++) {
        order[i] = i;
        if (moves[i].cards == s->hand[seat] && s->players == 2) return moves[i];
    }
    for (int left = alive; left > 2; left = (left + 1) / 2) stages++;
    while (alive > 1) {
        int worlds = playouts / (stages * alive);
        if (worlds < 2) worlds = 2;
        for (int w = 0; w < worlds; w++) {
            State world;
            deal_again(s, seat, &world);
            u64 start = next_random();
            for (int i = 0; i < alive; i++) {
                State end = world;
                rng = start | 1;
                make(&end, moves[order[i]]);
                while (!end.over) make(&end, quick(&end));
                sum[order[i]] += worth(&end, seat);
            }
        }
        tried += worlds;
        for (int i = 1; i < alive; i++) /* the best first */
            for (int j = i; j > 0 && sum[order[j]] > sum[order[j - 1]]; j--) {
                int swap = order[j];
                order[j] = order[j - 1], order[j - 1] = swap;
            }
        alive = (alive + 1) / 2;
    }
    return moves[order[0]];
}

static double play_on(State s, int seat, int playouts) {
    while (!s.over) make(&s, choose(&s, playouts));
    return worth(&s, seat);
}

/* ---- Texts ---- */

static int find_card(int one, int other, u64 free) {
    int card;
    FOR_BITS(card, free) if (low_value[card] == (one < other ? one : other) && high_value[card] == (one < other ? other : one)) return card;
    fprintf(stderr, "no card %d/%d\n", one, other);
    exit(2);
}
static u64 read_cards(State *s, const char *text, u64 *free) {
    u64 set = 0;
    for (int one, other, used; sscanf(text, " %d/%d%n", &one, &other, &used) == 2;) {
        int card = find_card(one, other, *free);
        *free &= ~BIT(card), set |= BIT(card);
        s->high = one > other ? s->high | BIT(card) : s->high & ~BIT(card);
        text += used;
        if (*text == '!') s->known |= BIT(card), text++;
        if (*text == ',') text++;
    }
    return set;
}
static State read_position(char *text) {
    State s = {0};
    char *field[9];
    u64 free = cards_in_play == 64 ? ~0ull : BIT(cards_in_play) - 1;
    for (int i = 0; i < 9; i++)
        if (!(field[i] = strtok(i ? NULL : text, " "))) fprintf(stderr, "not a position\n"), exit(2);
    s.played_on = !!strchr(field[2], '+');
    if (sscanf(field[2], "%d/%d,%d/%d", &s.actions, &s.limit, &s.stalled, &s.stall_limit) < 4) s.stalled = s.stall_limit = 0;
    for (char *at = field[3]; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) s.score[s.players++] = atoi(at);
    s.turn = s.players == 2 ? 2 * (field[1][0] - 'A') + field[1][1] - '1' : field[1][0] - 'A';
    for (char *at = field[4]; *at >= 'A' && *at <= 'E'; at++) {
        s.finished[s.finishes++] = *at - 'A';
        s.points[*at - 'A'] += s.players == 2 ? 1 : 3 - s.finishes;
    }
    s.starter = field[5][0] - 'A';
    char *at = field[6];
    for (int seat = 0; seat < s.players; seat++, at = strchr(at, '|') ? strchr(at, '|') + 1 : at) s.hand[seat] = read_cards(&s, at, &free);
    at = field[7];
    for (int slot = 0; slot < slots(&s); slot++, at = strchr(at, '|') ? strchr(at, '|') + 1 : at) s.table[slot] = read_cards(&s, at, &free);
    s.pile = read_cards(&s, field[8], &free);
    for (int slot = 0; slot < slots(&s); slot++) s.known |= s.table[slot];
    s.known |= s.pile;
    return s;
}
static void put_cards(const State *s, u64 cards, const char *between, int marks) {
    int card, first = 1;
    if (!cards && marks) printf("-");
    for (int value = 1; value <= MAX_VALUE; value++)
        for (int other = 1; other <= MAX_VALUE; other++)
            for (int is_known = 0; is_known <= 1; is_known++)
                FOR_BITS(card, showing(s, cards, value)) {
                    if (low_value[card] + high_value[card] - value != other || !!(s->known & BIT(card)) != is_known) continue;
                    printf("%s%d/%d%s", first ? "" : between, value, other, marks == 2 && is_known ? "!" : "");
                    first = 0;
                }
}
static void put_slot(const State *s, int slot) {
    printf("%c", 'A' + owner(s, slot));
    if (s->players == 2) printf("%d", slot % 2 + 1);
}
static void put_move(const State *s, Move m) {
    printf(m.verb == PLAY ? "play " : m.verb == ADD ? "add " : m.verb == TAKE ? "take " : "rotate");
    put_cards(s, m.cards, " ", 0);
    if (m.verb == ADD) printf(" to ");
    if (m.verb == ADD || m.verb == TAKE) put_slot(s, m.slot);
}
static void put_position(const State *s) {
    printf(s->over ? "over " : "on ");
    put_slot(s, s->turn);
    printf(" %d %d ", s->actions, s->stalled);
    for (int seat = 0; seat < s->players; seat++) printf("%s%d", seat ? "," : "", s->points[seat]);
    printf(" ");
    for (int seat = 0; seat < s->players; seat++) printf(seat ? "|" : ""), put_cards(s, s->hand[seat], ",", 2);
    printf(" ");
    for (int slot = 0; slot < slots(s); slot++) printf(slot ? "|" : ""), put_cards(s, s->table[slot], ",", 1);
    printf(" %d", count(s->pile));
}
/* The legal move with this text: equal cards can be named in any order. */
static Move read_move(const State *s, char *text) {
    Move moves[MAX_MOVES];
    int n = list_moves(s, moves), seat = owner(s, s->turn), slot = -1;
    char *to = strstr(text, " to ");
    char *place = to ? to + 4 : !strncmp(text, "take ", 5) ? text + 5 : NULL;
    if (place) slot = s->players == 2 ? 2 * (place[0] - 'A') + place[1] - '1' : place[0] - 'A';
    int verb = text[0] == 'p' ? PLAY : text[0] == 'a' ? ADD : text[0] == 't' ? TAKE : ROTATE;
    int wanted[16][2], size = 0;
    if (verb == PLAY || verb == ADD) {
        char *at = strchr(text, ' ');
        for (int used; size < 16 && sscanf(at, " %d/%d%n", &wanted[size][0], &wanted[size][1], &used) == 2; at += used) size++;
    }
    for (int i = 0; i < n; i++) {
        if (moves[i].verb != verb || count(moves[i].cards) != size || (slot >= 0 && moves[i].slot != slot)) continue;
        u64 left = moves[i].cards;
        for (int k = 0; k < size; k++) {
            int card;
            FOR_BITS(card, left)
                if (active(s, card) == wanted[k][0] && low_value[card] + high_value[card] - wanted[k][0] == wanted[k][1]) {
                    left &= ~BIT(card);
                    break;
                }
        }
        if (!left) return moves[i];
    }
    fprintf(stderr, "not legal for %c: %s\n", 'A' + seat, text);
    exit(2);
}

static void read_deck(char *line) {
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        int card = cards_in_play++;
        sscanf(word, "%d/%d", &low_value[card], &high_value[card]);
        if (strchr(word, '*')) star = card;
        low_mask[low_value[card]] |= BIT(card);
        high_mask[high_value[card]] |= BIT(card);
        if (high_value[card] > top_value) top_value = high_value[card];
    }
    for (int a = 0; a < cards_in_play; a++)
        for (int b = 0; b < cards_in_play; b++)
            if (low_value[a] == low_value[b] && high_value[a] == high_value[b]) twins[a] |= BIT(b);
}

int main(void) {
    static char line[LINE];
    if (!fgets(line, LINE, stdin)) return 2;
    read_deck(line);
    while (fgets(line, LINE, stdin)) {
        line[strcspn(line, "\n")] = 0;
        unsigned long long seed = 0;
        int worlds = 0, playouts = 0, used = 0, wanted = 0;
        Move moves[16];
        int is_worth = !strncmp(line, "worth ", 6), is_after = !strncmp(line, "after ", 6);
        if (is_worth) sscanf(line, "worth %llu %d %d %n", &seed, &worlds, &playouts, &used);
        else used = 6;
        char *rest = strchr(line, ';');
        if (rest) *rest++ = 0;
        State s = read_position(line + used);
        while (rest && wanted < 16) {
            char *next = strchr(rest, ';');
            if (next) *next++ = 0;
            moves[wanted++] = read_move(&s, rest + strspn(rest, " "));
            rest = next;
        }
        if (is_worth) {
            int seat = owner(&s, s.turn);
            double sum[16] = {0}, gap[16] = {0}, squares[16] = {0};
            for (int w = 0; w < worlds; w++) {
                State world;
                double value[16];
                seed_random(seed * 1000003 + (u64)w);
                deal_again(&s, seat, &world);
                u64 start = next_random();
                for (int i = 0; i < wanted; i++) {
                    State after = world;
                    rng = start | 1;
                    make(&after, moves[i]);
                    value[i] = play_on(after, seat, playouts);
                    sum[i] += value[i];
                    gap[i] += value[0] - value[i];
                    squares[i] += (value[0] - value[i]) * (value[0] - value[i]);
                }
            }
            for (int i = 0; i < wanted; i++) {
                double mean = gap[i] / worlds, spread = squares[i] / worlds - mean * mean;
                printf("%s%.5f %.5f %.5f", i ? " " : "", sum[i] / worlds, mean, worlds > 1 && spread > 0 ? sqrt(spread / (worlds - 1)) : 0.0);
            }
        } else if (is_after) {
            make(&s, moves[0]);
            put_position(&s);
        } else {
            Move all[MAX_MOVES];
            int n = list_moves(&s, all);
            for (int i = 0; i < n; i++) printf(i ? "; " : ""), put_move(&s, all[i]);
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
