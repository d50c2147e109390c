#include "store/copy_parts.h"

#include <string.h>

/* Ordered so that the rows a row refers to come before it. */
const struct store_part store_parts[STORE_COPY_PARTS] = {
    {"people", "ttnn", 1, STORE_PART_OF_ROWS, STORE_PART_PAGE,
     "SELECT id, name, created, checksum FROM people WHERE id > $1 ORDER BY id LIMIT $2",
     "INSERT INTO people (id, name, created, checksum) VALUES ($1, $2, $3, $4)"},
    {"tables", "nttnnnn", 1, STORE_PART_OF_ROWS, 200,
     "SELECT table_key, id, setup, created, stage, due, checksum FROM tables"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO tables (table_key, id, setup, created, stage, due, checksum)"
     " VALUES ($1, $2, $3, $4, $5, $6, $7)"},
    {"heads", "nnn", 1, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT table_key, entries, checksum FROM heads"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO heads (table_key, entries, checksum) VALUES ($1, $2, $3)"},
    {"entries", "nnntn", 2, STORE_PART_CHAINED, STORE_PART_PAGE,
     "SELECT table_key, number, at, line, checksum FROM entries"
     " WHERE (table_key, number) > ($1, $2) ORDER BY table_key, number LIMIT $3",
     "INSERT INTO entries (table_key, number, at, line, checksum) VALUES ($1, $2, $3, $4, $5)"},
    {"joined", "tn", 2, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT person, table_key FROM joined"
     " WHERE (person, table_key) > ($1, $2) ORDER BY person, table_key LIMIT $3",
     "INSERT INTO joined (person, table_key) VALUES ($1, $2)"},
    {"finished", "nntn", 1, STORE_PART_OF_ROWS, STORE_PART_PAGE,
     "SELECT table_key, ended, summary, checksum FROM finished"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO finished (table_key, ended, summary, checksum) VALUES ($1, $2, $3, $4)"},
    {"tags", "tnn", 3, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT tag, ended, table_key FROM tags WHERE (tag, ended, table_key) > ($1, $2, $3)"
     " ORDER BY tag, ended, table_key LIMIT $4",
     "INSERT INTO tags (tag, ended, table_key) VALUES ($1, $2, $3)"},
    {"settings", "ttn", 1, STORE_PART_OF_ROWS, STORE_PART_PAGE,
     "SELECT name, value, checksum FROM settings WHERE name > $1 ORDER BY name LIMIT $2",
     "INSERT INTO settings (name, value, checksum) VALUES ($1, $2, $3)"},
    {"documents", "ttnntn", 2, STORE_PART_OF_ROWS, 50,
     "SELECT kind, key, version, rank, text, checksum FROM documents"
     " WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT $3",
     "INSERT INTO documents (kind, key, version, rank, text, checksum)"
     " VALUES ($1, $2, $3, $4, $5, $6)"},
};

void store_place_begin(struct store_place *place)
{
    memset(place, 0, sizeof *place);
    for (int i = 0; i < STORE_ROW_KEYS; i++)
        place->after.field[i] = (struct store_field){{place->text[i], 0}, INT64_MIN};
}

void store_place_go_behind(struct store_place *place, const struct store_part *part,
                           const struct store_row *row)
{
    for (int i = 0; i < part->keys; i++) {
        struct bv_span text = row->field[i].text;
        if (part->types[i] == 'n') {
            place->after.field[i].number = row->field[i].number;
            continue;
        }
        BV_ASSERT(text.length < sizeof place->text[i]);
        memcpy(place->text[i], text.text, text.length);
        place->after.field[i].text.length = text.length;
    }
}
