/*
 * Kills the server under load (load/kill.c) and audits it: after each restart a few tables are read
 * back and compared with the books, and at the end all of them.
 */
#pragma once

#include "load/load.h"
#include "proof/audit.h"

struct audited_kills {
    struct kill_report kills;
    struct audit audit;
    uint64_t astray; /* moves in messages that were not the next that was sent */
};

bool audited_kills_run(struct load_plan plan, struct audited_kills *report, struct bv_error *error);
