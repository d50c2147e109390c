/* Writes cells of CSV files (RFC 4180). */
#ifndef SERVER_TOURNAMENTS_CSV_H
#define SERVER_TOURNAMENTS_CSV_H

#include "core/text.h"

/* Text that a spreadsheet would read as a formula gets an apostrophe in front, which disables
 * it. */
void csv_cell(const char *text, struct bv_out *out);

#endif
