/* What a study found, variant by variant, and how it is written. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "cli/cli.h"
#include "match/study.h"

enum { VARIANTS_MAX = 64, SETTINGS_MAX = 160 };

struct variant {
    char settings[SETTINGS_MAX]; /* `option=value,option=value`; "": the default */
    struct study_findings findings;
    double seconds;
};

struct inquiry {
    int operands; /* the settings named */
    char **operand;
    struct player_spec player;
    uint32_t games, threads;
    uint64_t seed;
    uint32_t count;
    struct variant variant[VARIANTS_MAX];
};

void print_study_head(FILE *file, const struct inquiry *inquiry);
void print_study_row(FILE *file, const struct variant *variant);
void print_study_details(FILE *file, const struct inquiry *inquiry);

/* Whole files. */
void write_study_table(FILE *file, const struct inquiry *inquiry);
void write_study_csv(FILE *file, const struct inquiry *inquiry);
void write_study_svg(FILE *file, const struct inquiry *inquiry);

#endif
