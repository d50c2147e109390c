/* A cell of a table for spreadsheets (RFC 4180). */
#ifndef BV_CSV_H
#define BV_CSV_H

#include "core/text.h"

/* What a spreadsheet would take for a formula gets an apostrophe in front, so that it does nothing there. */
void bv_csv_cell(const char *text, struct bv_out *out);

#endif
