#include "store/copy_parts.h"

#include "store/backend.h"

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
    {"event_chains", "nnn", 1, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT table_key, events, checksum FROM event_chains"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO event_chains (table_key, events, checksum) VALUES ($1, $2, $3)"},
    {"events", "nnntn", 2, STORE_PART_CHAINED, STORE_PART_PAGE,
     "SELECT table_key, number, at, line, checksum FROM events"
     " WHERE (table_key, number) > ($1, $2) ORDER BY table_key, number LIMIT $3",
     "INSERT INTO events (table_key, number, at, line, checksum) VALUES ($1, $2, $3, $4, $5)"},
    {"participants", "tn", 2, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT person, table_key FROM participants"
     " WHERE (person, table_key) > ($1, $2) ORDER BY person, table_key LIMIT $3",
     "INSERT INTO participants (person, table_key) VALUES ($1, $2)"},
    {"finished_games", "nntn", 1, STORE_PART_OF_ROWS, STORE_PART_PAGE,
     "SELECT table_key, ended, summary, checksum FROM finished_games"
     " WHERE table_key > $1 ORDER BY table_key LIMIT $2",
     "INSERT INTO finished_games (table_key, ended, summary, checksum) VALUES ($1, $2, $3, $4)"},
    {"game_tags", "tnn", 3, STORE_PART_OF_KEYS, STORE_PART_PAGE,
     "SELECT tag, ended, table_key FROM game_tags WHERE (tag, ended, table_key) > ($1, $2, $3)"
     " ORDER BY tag, ended, table_key LIMIT $4",
     "INSERT INTO game_tags (tag, ended, table_key) VALUES ($1, $2, $3)"},
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
    *place = (struct store_place){0};
    for (int i = 0; i < STORE_ROW_KEYS; i++) place->number[i] = INT64_MIN;
}

void store_place_go_behind(struct store_place *place, const struct store_part *part,
                           const struct store_row *row)
{
    for (int i = 0; i < part->keys; i++) {
        struct bv_out out = bv_out_into(place->text[i], sizeof place->text[i]);
        place->number[i] = row->field[i].number;
        if (part->types[i] == 't') bv_put_span(&out, row->field[i].text);
        BV_ASSERT(!out.cut);
    }
}

struct store_rows store_part_query(struct store *store, const struct store_part *part,
                                   const struct store_place *place, struct bv_error *error)
{
    char types[STORE_ROW_KEYS + 2] = "";
    struct store_value values[STORE_ROW_KEYS + 1];
    for (int i = 0; i < part->keys; i++) {
        types[i] = part->types[i];
        values[i] = types[i] == 'n' ? store_number(place->number[i]) : store_text(place->text[i]);
    }
    types[part->keys] = 'n';
    values[part->keys] = store_number(part->page);
    const struct store_statement statement = {"", types, part->types, part->read_rows};
    return store_query(store, STORE_USED_ONCE, &statement, values, error);
}

void store_put_row(struct bv_out *out, const struct store_part *part, const struct store_row *row)
{
    bv_put(out, part->name);
    for (int i = 0; i < part->keys; i++) {
        bv_put(out, " ");
        if (part->types[i] == 'n')
            bv_put_number(out, row->field[i].number);
        else
            bv_put_excerpt(out, row->field[i].text, 40);
    }
}
