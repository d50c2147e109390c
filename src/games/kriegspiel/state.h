/*
 * Kriegspiel: plates of figures on hexagons (docs/rules/kriegspiel.md).
 *
 * Every plate lies in a slot of its army, and the field says of every hexagon which slot stands on
 * it:
 *
 *     slot    0 1 2 3 4 5   6 7      8 9 10 11
 *             soldiers      cannons  cavalry       (bit 3 parts riders from those who go on foot)
 *
 * Within its kind a plate's slot is its rank by hexagon, so that equal positions are equal bytes
 * whatever the plates' history; what a turn must remember of a plate moves with it when slots
 * change. Empty slots are nought and follow the filled ones. A destroyed cannon has no slot: it is
 * a wreck on the field.
 *
 * Hexagons are numbered from nought, rank by rank from the French camp, each rank from the left.
 * Directions are numbered clockwise: NE E SE SW W NW where hexagons form rows, N NE SE S SW NW
 * where they form columns.
 */
#pragma once

#include "core/game.h"

enum {
    KRIEGSPIEL_HEXAGONS = 143,                /* at most; the next number is outside any field */
    KRIEGSPIEL_OUTSIDE = KRIEGSPIEL_HEXAGONS, /* the neighbour beyond the edge, never empty */
    KRIEGSPIEL_HOLE,                          /* on the map: a place that has no hexagon */
    KRIEGSPIEL_LINES = 15,                    /* at most so many files and ranks, to be drawn */
    KRIEGSPIEL_SLOTS = 12,
    KRIEGSPIEL_LIST_CAP = 96,   /* see moves.c */
    KRIEGSPIEL_RANGE_MOST = 9,  /* hexagons, of a board of one's own */
    KRIEGSPIEL_NUMBERS = 13157, /* of actions: numbers.c */
};

enum kriegspiel_side { KRIEGSPIEL_FRENCH, KRIEGSPIEL_ENGLISH };

/* The commands, in the order of the seats. */
enum kriegspiel_kind {
    KRIEGSPIEL_SOLDIERS,
    KRIEGSPIEL_CAVALRY,
    KRIEGSPIEL_CANNONS,
    KRIEGSPIEL_KINDS
};

/* The pieces by name are the kinds, and a destroyed cannon. */
enum { KRIEGSPIEL_PIECE_WRECK = KRIEGSPIEL_KINDS };

enum kriegspiel_option { KRIEGSPIEL_AXIS, KRIEGSPIEL_FIELD, KRIEGSPIEL_QUIET };
enum { KRIEGSPIEL_AXIS_FORWARD, KRIEGSPIEL_AXIS_BOTH };
enum { KRIEGSPIEL_QUIET_COUNT, KRIEGSPIEL_QUIET_DRAW };

enum kriegspiel_reason { KRIEGSPIEL_BEATEN, KRIEGSPIEL_STALLED };

enum kriegspiel_phase {
    KRIEGSPIEL_LOTS, /* chance decides who starts */
    KRIEGSPIEL_MOVE,
    KRIEGSPIEL_FIRE,
    KRIEGSPIEL_DIE, /* chance decides a shot */
    KRIEGSPIEL_OVER,
    KRIEGSPIEL_PHASES,
};

/* What stands on a hexagon: nothing, a plate (a bit for its army, and its slot), or an obstacle. */
enum {
    KRIEGSPIEL_EMPTY = 0,
    KRIEGSPIEL_SLOT_MASK = 0x0f,
    KRIEGSPIEL_PLATE = 0x10,   /* French; shifted by the side */
    KRIEGSPIEL_WRECK = 0x40,   /* plus the side */
    KRIEGSPIEL_NO_HEX = 0x80,  /* outside */
    KRIEGSPIEL_MOUNTED = 0x08, /* the slot's bit that riders have */
};

/*
 * A plate:
 *
 *     bits   field
 *     0-2    figures: soldiers, riders or crew
 *     3-4    movements this cannon has made this turn (K17)
 *     5-7    direction faced, or KRIEGSPIEL_UNTURNED
 *     8-15   hexagon: the highest field, so that plates in order are numbers in order
 *
 * Hexagon and facing together are an index into the table of neighbours.
 */
enum {
    KRIEGSPIEL_DIRECTIONS = 6,
    KRIEGSPIEL_UNTURNED = 6, /* between two directions, before its half rotation (K8) */
    KRIEGSPIEL_FACING_AT = 5,
    KRIEGSPIEL_MOVED_AT = 3,
    KRIEGSPIEL_HEX_AT = 8,
    KRIEGSPIEL_FACING_MASK = 7 << KRIEGSPIEL_FACING_AT,
    KRIEGSPIEL_MOVED_MASK = 3 << KRIEGSPIEL_MOVED_AT,
};

/*
 * An action:
 *
 *     bits    field
 *     0-7     at: the hexagon of the plate that acts
 *     8-15    to: the other hexagon of a step, a transfer or a shot
 *     16-19   amount: figures given, direction of a half rotation, die, or the side that starts
 *     20-23   kind
 */
enum kriegspiel_action_kind {
    KRIEGSPIEL_PASS,
    KRIEGSPIEL_LEFT,
    KRIEGSPIEL_RIGHT,
    KRIEGSPIEL_HALF,
    KRIEGSPIEL_STEP,
    KRIEGSPIEL_GIVE,
    KRIEGSPIEL_SHOOT,
    KRIEGSPIEL_ROLL,
    KRIEGSPIEL_START,
};

struct kriegspiel_state {
    uint16_t plate[2][KRIEGSPIEL_SLOTS];
    uint8_t field[KRIEGSPIEL_HEXAGONS + 1]; /* its last is KRIEGSPIEL_NO_HEX */
    uint8_t given[KRIEGSPIEL_SLOTS]; /* bit (receiver & 7): this plate gave to that one (K23) */
    uint8_t plates[2][KRIEGSPIEL_KINDS];
    uint8_t points[KRIEGSPIEL_KINDS]; /* left in the movement phase */
    uint8_t side;                     /* the army to play; once over, the one that just played */
    uint8_t phase;
    uint8_t acting;  /* seats that have not closed the phase */
    uint8_t fired;   /* bit per kind (K25) */
    uint8_t loss;    /* a figure was put out this turn */
    uint8_t quiet;   /* turns on end without a loss; once over, the limit (K34) or nought (K33) */
    uint8_t shot_at; /* who fires, and at whom, while the die rolls */
    uint8_t shot_to;
    uint8_t zero[3];
};

/* A field as the board file gives it. */
struct kriegspiel_tables {
    struct kriegspiel_state start;
    uint8_t ahead[(KRIEGSPIEL_HEXAGONS + 1) * 8]; /* kriegspiel_ahead: 6 and 7 lead outside */
    uint8_t hexagon[KRIEGSPIEL_LINES][KRIEGSPIEL_LINES]; /* by rank and file; or neither */
    uint8_t file[KRIEGSPIEL_HEXAGONS];
    uint8_t rank[KRIEGSPIEL_HEXAGONS];
    uint8_t hexagons, files, ranks;
    bool columns;
    uint8_t points[KRIEGSPIEL_KINDS];
    uint8_t range[KRIEGSPIEL_KINDS];
    uint8_t quiet;
    uint8_t half_turn[2][2]; /* by side: the two directions of a half rotation (K8) */
    uint8_t fires[2];        /* the directions in which each side fires, a bit each (K26) */
};

/* The neighbour of a hexagon in a direction. */
static inline unsigned kriegspiel_next(const struct kriegspiel_tables *tables, unsigned hexagon,
                                       unsigned direction)
{
    return tables->ahead[hexagon * 8 + direction];
}

/* The hexagon that a plate faces. */
static inline unsigned kriegspiel_ahead(const struct kriegspiel_tables *tables, unsigned plate)
{
    return tables->ahead[plate >> KRIEGSPIEL_FACING_AT];
}

static inline bv_action kriegspiel_action(enum kriegspiel_action_kind kind, unsigned at,
                                          unsigned to, unsigned amount)
{
    return at | to << 8 | amount << 16 | (unsigned)kind << 20;
}

static inline unsigned kriegspiel_at(bv_action action)
{
    return action & 0xff;
}

static inline unsigned kriegspiel_to(bv_action action)
{
    return action >> 8 & 0xff;
}

static inline unsigned kriegspiel_amount(bv_action action)
{
    return action >> 16 & 0xf;
}

static inline unsigned kriegspiel_action_kind(bv_action action)
{
    return action >> 20 & 0xf;
}

static inline unsigned kriegspiel_figures(unsigned plate)
{
    return plate & 7;
}

static inline unsigned kriegspiel_facing(unsigned plate)
{
    return plate >> KRIEGSPIEL_FACING_AT & 7;
}

static inline unsigned kriegspiel_moved(unsigned plate)
{
    return plate >> KRIEGSPIEL_MOVED_AT & 3;
}

static inline unsigned kriegspiel_hex(unsigned plate)
{
    return plate >> KRIEGSPIEL_HEX_AT;
}

static inline unsigned kriegspiel_first_slot(unsigned kind)
{
    static const uint8_t first[] = {
        [KRIEGSPIEL_SOLDIERS] = 0, [KRIEGSPIEL_CAVALRY] = 8, [KRIEGSPIEL_CANNONS] = 6};
    return first[kind];
}

/* How many plates of a kind an army has at most (K2). */
static inline unsigned kriegspiel_most_plates(unsigned kind)
{
    static const uint8_t most[] = {
        [KRIEGSPIEL_SOLDIERS] = 6, [KRIEGSPIEL_CAVALRY] = 4, [KRIEGSPIEL_CANNONS] = 2};
    return most[kind];
}

/* How many figures a plate holds (K1). */
static inline unsigned kriegspiel_most_figures(unsigned kind)
{
    static const uint8_t most[] = {
        [KRIEGSPIEL_SOLDIERS] = 5, [KRIEGSPIEL_CAVALRY] = 2, [KRIEGSPIEL_CANNONS] = 4};
    return most[kind];
}

static inline unsigned kriegspiel_kind(unsigned slot)
{
    static const uint8_t kind[KRIEGSPIEL_SLOTS] = {
        KRIEGSPIEL_SOLDIERS, KRIEGSPIEL_SOLDIERS, KRIEGSPIEL_SOLDIERS, KRIEGSPIEL_SOLDIERS,
        KRIEGSPIEL_SOLDIERS, KRIEGSPIEL_SOLDIERS, KRIEGSPIEL_CANNONS,  KRIEGSPIEL_CANNONS,
        KRIEGSPIEL_CAVALRY,  KRIEGSPIEL_CAVALRY,  KRIEGSPIEL_CAVALRY,  KRIEGSPIEL_CAVALRY,
    };
    return kind[slot];
}

static inline unsigned kriegspiel_plate_byte(unsigned side, unsigned slot)
{
    return (unsigned)KRIEGSPIEL_PLATE << side | slot;
}

/* Whether a byte of the field is a plate of either army, and then whose. */
static inline bool kriegspiel_is_plate(unsigned byte)
{
    return byte & (KRIEGSPIEL_PLATE | KRIEGSPIEL_PLATE << 1);
}

static inline unsigned kriegspiel_owner(unsigned byte)
{
    return byte >> 5 & 1;
}

/* The slots of an army that hold a plate, a bit each. */
static inline unsigned kriegspiel_filled(const struct kriegspiel_state *state, unsigned side)
{
    unsigned slots = 0;
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        slots |= ((1U << state->plates[side][kind]) - 1) << kriegspiel_first_slot(kind);
    return slots;
}

/* What opponents, tests and people call the directions: `NE`. */
const char *kriegspiel_direction(bool columns, unsigned direction);

/* The seats of the army to play that have a plate left. */
unsigned kriegspiel_commands(const struct bv_terms *terms, const struct kriegspiel_state *state);
bool kriegspiel_beaten(const struct kriegspiel_state *state, unsigned side);
unsigned kriegspiel_army(const struct kriegspiel_state *state, unsigned side);

/* Two cannons: the shot destroys the target with one face of the die, or does nothing (K31). */
static inline bool kriegspiel_is_duel(unsigned kind, unsigned target)
{
    return kind == KRIEGSPIEL_CANNONS && target == KRIEGSPIEL_CANNONS;
}

/* What a throw puts out, were there enough figures; not for the duel of two cannons. */
unsigned kriegspiel_hits(unsigned kind, unsigned figures, unsigned target, unsigned die);

/* How many movements a crew of so many allows its cannon in a turn (K16). */
static inline unsigned kriegspiel_crew_moves(unsigned crew)
{
    static const uint8_t moves[] = {0, 0, 1, 2, 3};
    return moves[crew];
}

/* plates.c: plates set down, moved, and taken off. */

/* Sets a plate on an empty hexagon beyond those of its kind set before; false: no slot is left. */
bool kriegspiel_place(struct kriegspiel_state *state, unsigned side, unsigned kind, unsigned plate);
void kriegspiel_shift(struct kriegspiel_state *state, unsigned side, unsigned slot, unsigned to);
void kriegspiel_take_off(struct kriegspiel_state *state, unsigned side, unsigned slot);

/* The hexagon that a plate of the army to play may fire at; KRIEGSPIEL_OUTSIDE: none. */
unsigned kriegspiel_target(const struct kriegspiel_tables *tables,
                           const struct kriegspiel_state *state, unsigned slot);

/* The same of a plate of either army, if it stood on another hexagon or faced otherwise. */
unsigned kriegspiel_target_from(const struct kriegspiel_tables *tables,
                                const struct kriegspiel_state *state, unsigned side, unsigned slot,
                                unsigned at, unsigned facing);

/* `5` and `S`: what a board file and a position say of a plate; a capital is French. */
char kriegspiel_letter(unsigned side, unsigned kind);
bool kriegspiel_letter_of(char letter, unsigned *side, unsigned *kind);

/* events.c */
enum { KRIEGSPIEL_EVENT_TRANSFERRED = BV_EVENT_OWN }; /* `amount` figures from `from` to `to` */
enum { KRIEGSPIEL_EVENT_WORDS = 1 };
extern const struct bv_event_words kriegspiel_event_words[KRIEGSPIEL_EVENT_WORDS];

/* help.c */
enum { KRIEGSPIEL_THINGS = 4 };
BV_DECLARE(kriegspiel, thing);
BV_DECLARE(kriegspiel, things_at);
BV_DECLARE(kriegspiel, why_not);

extern const char *const kriegspiel_phase_names[KRIEGSPIEL_PHASES]; /* text.c */

BV_DECLARE_GAME(kriegspiel);
BV_DECLARE(kriegspiel, chance);
BV_DECLARE(kriegspiel, number);
BV_DECLARE(kriegspiel, numbered);
