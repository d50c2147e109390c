/*
 * The tables of the store, the same in both databases: a list of statements, with the databases'
 * own words for a number, a text, and the end of a table that is clustered by its key.
 *
 *   events        clustered by table: a game is read from neighbouring pages, a move is one
 *                 insertion at the table's end. The statement that writes an event finds its table
 *                 by the chain: a constraint would look for it once more with every move.
 *   event_chains  how many events each table has, and the checksum of the last (checksum.h):
 *                 narrow, because every move updates a row.
 *   tables        the few that are not over have an index of their own, for the start of the
 *                 server.
 *   participants  which tables a person has joined.
 *   game_tags     the inverted index: a list per tag, newest last, read backwards. Every finished
 *                 game has the tag '', so that a search without tags works like the others. Written
 *                 once per game, at its end.
 *   tag_counts    the length of each list: a search scans the shortest.
 *   documents     clustered by kind and key; by_rank gives the highest of a kind without reading
 *                 the others.
 *   checksum      of a row, in every table that has more than keys.
 */
#pragma once

#define STORE_TABLES(NUMBER, TEXT, BY_KEY, BY_NUMBER)                                              \
    "CREATE TABLE people ("                                                                        \
    " id " TEXT " PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 23),"                                \
    " name " TEXT ","                                                                              \
    " created " NUMBER ","                                                                         \
    " checksum " NUMBER BY_KEY,                                                                    \
        "CREATE TABLE tables ("                                                                    \
        " table_key " NUMBER " PRIMARY KEY CHECK (table_key > 0),"                                 \
        " id " TEXT " UNIQUE CHECK (length(id) BETWEEN 1 AND 23),"                                 \
        " setup " TEXT ","                                                                         \
        " created " NUMBER ","                                                                     \
        " stage " NUMBER " DEFAULT 0 CHECK (stage BETWEEN 0 AND 2),"                               \
        " due " NUMBER " DEFAULT 0,"                                                               \
        " checksum " NUMBER BY_NUMBER,                                                             \
        "CREATE INDEX tables_unfinished ON tables (table_key) WHERE stage < 2",                    \
        "CREATE TABLE event_chains ("                                                              \
        " table_key " NUMBER " PRIMARY KEY,"                                                       \
        " events " NUMBER ","                                                                      \
        " checksum " NUMBER BY_NUMBER,                                                             \
        "CREATE TABLE events ("                                                                    \
        " table_key " NUMBER ","                                                                   \
        " number " NUMBER " CHECK (number > 0),"                                                   \
        " at " NUMBER ","                                                                          \
        " line " TEXT ","                                                                          \
        " checksum " NUMBER ","                                                                    \
        " PRIMARY KEY (table_key, number)" BY_KEY,                                                 \
        "CREATE TABLE participants ("                                                              \
        " person " TEXT " REFERENCES people,"                                                      \
        " table_key " NUMBER " REFERENCES tables,"                                                 \
        " PRIMARY KEY (person, table_key)" BY_KEY,                                                 \
        "CREATE TABLE finished_games ("                                                            \
        " table_key " NUMBER " PRIMARY KEY REFERENCES tables,"                                     \
        " ended " NUMBER ","                                                                       \
        " summary " TEXT ","                                                                       \
        " checksum " NUMBER BY_NUMBER,                                                             \
        "CREATE TABLE game_tags ("                                                                 \
        " tag " TEXT ","                                                                           \
        " ended " NUMBER ","                                                                       \
        " table_key " NUMBER " REFERENCES finished_games,"                                         \
        " PRIMARY KEY (tag, ended, table_key)" BY_KEY,                                             \
        "CREATE TABLE tag_counts ("                                                                \
        " tag " TEXT " PRIMARY KEY,"                                                               \
        " games " NUMBER BY_KEY,                                                                   \
        "CREATE TABLE settings ("                                                                  \
        " name " TEXT " PRIMARY KEY,"                                                              \
        " value " TEXT ","                                                                         \
        " checksum " NUMBER BY_KEY,                                                                \
        "CREATE TABLE documents ("                                                                 \
        " kind " TEXT ","                                                                          \
        " key " TEXT ","                                                                           \
        " version " NUMBER " CHECK (version > 0),"                                                 \
        " rank " NUMBER ","                                                                        \
        " text " TEXT ","                                                                          \
        " checksum " NUMBER ","                                                                    \
        " PRIMARY KEY (kind, key)" BY_KEY,                                                         \
        "CREATE INDEX documents_by_rank ON documents (kind, rank, key)"
