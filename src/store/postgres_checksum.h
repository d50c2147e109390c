/* The checksums of checksum.h as SQL expressions of PostgreSQL. The arguments are SQL texts. */
#ifndef STORE_POSTGRES_CHECKSUM_H
#define STORE_POSTGRES_CHECKSUM_H

#define POSTGRES_SUM_NUMBER(number) "int8send(" number ")"
#define POSTGRES_SUM_TEXT(text)                                                                    \
    "int8send(octet_length(" text ")::bigint) || convert_to(" text ", 'UTF8')"
#define POSTGRES_SUM(bytes) "('x' || left(encode(sha256(" bytes "), 'hex'), 16))::bit(64)::bigint"
#define POSTGRES_AND " || "
#define POSTGRES_FIRST POSTGRES_SUM_NUMBER("0") POSTGRES_AND

#define POSTGRES_SUM_PERSON(id, name, created)                                                     \
    POSTGRES_SUM(POSTGRES_FIRST POSTGRES_SUM_TEXT(id) POSTGRES_AND POSTGRES_SUM_TEXT(name)         \
                     POSTGRES_AND POSTGRES_SUM_NUMBER(created))

#define POSTGRES_SUM_TABLE(key, id, setup, created, stage, due)                                    \
    POSTGRES_SUM(                                                                                  \
        POSTGRES_FIRST POSTGRES_SUM_NUMBER(key) POSTGRES_AND POSTGRES_SUM_TEXT(id)                 \
            POSTGRES_AND POSTGRES_SUM_TEXT(setup) POSTGRES_AND POSTGRES_SUM_NUMBER(created)        \
                POSTGRES_AND POSTGRES_SUM_NUMBER(stage) POSTGRES_AND POSTGRES_SUM_NUMBER(due))

#define POSTGRES_SUM_ENTRY(previous, key, number, at, line)                                        \
    POSTGRES_SUM(POSTGRES_SUM_NUMBER(previous) POSTGRES_AND POSTGRES_SUM_NUMBER(key)               \
                     POSTGRES_AND POSTGRES_SUM_NUMBER(number) POSTGRES_AND POSTGRES_SUM_NUMBER(at) \
                         POSTGRES_AND POSTGRES_SUM_TEXT(line))

#define POSTGRES_SUM_FINISHED(key, ended, summary)                                                 \
    POSTGRES_SUM(POSTGRES_FIRST POSTGRES_SUM_NUMBER(key) POSTGRES_AND POSTGRES_SUM_NUMBER(ended)   \
                     POSTGRES_AND POSTGRES_SUM_TEXT(summary))

#define POSTGRES_SUM_SETTING(name, value)                                                          \
    POSTGRES_SUM(POSTGRES_FIRST POSTGRES_SUM_TEXT(name) POSTGRES_AND POSTGRES_SUM_TEXT(value))

#define POSTGRES_SUM_DOCUMENT(kind, key, version, rank, text)                                      \
    POSTGRES_SUM(POSTGRES_FIRST POSTGRES_SUM_TEXT(kind) POSTGRES_AND POSTGRES_SUM_TEXT(key)        \
                     POSTGRES_AND POSTGRES_SUM_NUMBER(version)                                     \
                         POSTGRES_AND POSTGRES_SUM_NUMBER(rank)                                    \
                             POSTGRES_AND POSTGRES_SUM_TEXT(text))

/* Statements that compute the chain of entries anew, after entries were rewritten or for a schema
 * without checksums: of one table from the entry of that number on, or of all tables; then the end
 * of the chain, of all tables unless a condition follows. */
#define POSTGRES_CHAIN_STEP                                                                        \
    " UNION ALL SELECT e.table_key, e.number, " POSTGRES_SUM_ENTRY(                                \
        "c.checksum", "e.table_key", "e.number", "e.at",                                           \
        "e.line") " FROM chain AS c JOIN entries AS e"                                             \
                  " ON e.table_key = c.table_key AND e.number = c.number + 1)"                     \
                  " UPDATE entries AS e SET checksum = c.checksum FROM chain AS c"                 \
                  " WHERE e.table_key = c.table_key AND e.number = c.number"

#define POSTGRES_CHAIN(key, number)                                                                \
    "WITH RECURSIVE chain (table_key, number, checksum) AS (SELECT " key ", " number " - 1,"       \
    " coalesce((SELECT checksum FROM entries WHERE table_key = " key " AND number = " number       \
    " - 1), 0)" POSTGRES_CHAIN_STEP " AND c.number >= " number

#define POSTGRES_CHAIN_ALL                                                                         \
    "WITH RECURSIVE chain (table_key, number, checksum) AS ("                                      \
    "SELECT table_key, 0::bigint, 0::bigint FROM tables" POSTGRES_CHAIN_STEP

#define POSTGRES_CHAIN_HEAD                                                                        \
    "UPDATE heads AS h SET checksum = coalesce((SELECT e.checksum FROM entries AS e"               \
    " WHERE e.table_key = h.table_key AND e.number = h.entries), 0)"

#endif
