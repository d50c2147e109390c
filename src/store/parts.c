#include "store/parts.h"

/* In an order in which each row finds what it refers to. */
const struct bv_part bv_parts[BV_PARTS] = {
    {"people", "ttn", 1, BV_PART_PAGE,
     "SELECT id, name, created FROM people WHERE id > $1 ORDER BY id LIMIT $2",
     "INSERT INTO people (id, name, created) VALUES ($1, $2, $3)"},
    {"tables", "nttnnn", 1, 200,
     "SELECT table_key, id, setup, created, stage, due FROM tables"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO tables (table_key, id, setup, created, stage, due)"
     " VALUES ($1, $2, $3, $4, $5, $6)"},
    {"entries", "nnnt", 2, BV_PART_PAGE,
     "SELECT table_key, number, at, line FROM entries"
     " WHERE (table_key, number) > ($1, $2) ORDER BY table_key, number LIMIT $3",
     "INSERT INTO entries (table_key, number, at, line) VALUES ($1, $2, $3, $4)"},
    {"joined", "tn", 2, BV_PART_PAGE,
     "SELECT person, table_key FROM joined"
     " WHERE (person, table_key) > ($1, $2) ORDER BY person, table_key LIMIT $3",
     "INSERT INTO joined (person, table_key) VALUES ($1, $2)"},
    {"finished", "nnt", 1, BV_PART_PAGE,
     "SELECT table_key, ended, summary FROM finished"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO finished (table_key, ended, summary) VALUES ($1, $2, $3)"},
    {"tags", "tnn", 3, BV_PART_PAGE,
     "SELECT tag, ended, table_key FROM tags WHERE (tag, ended, table_key) > ($1, $2, $3)"
     " ORDER BY tag, ended, table_key LIMIT $4",
     "INSERT INTO tags (tag, ended, table_key) VALUES ($1, $2, $3)"},
    {"settings", "tt", 1, BV_PART_PAGE,
     "SELECT name, value FROM settings WHERE name > $1 ORDER BY name LIMIT $2",
     "INSERT INTO settings (name, value) VALUES ($1, $2)"},
    {"papers", "ttnnt", 2, 50,
     "SELECT kind, key, version, rank, text FROM papers"
     " WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT $3",
     "INSERT INTO papers (kind, key, version, rank, text) VALUES ($1, $2, $3, $4, $5)"},
};
