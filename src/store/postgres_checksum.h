/* The checksums of checksum.h, as PostgreSQL computes them in a statement. The arguments are texts of SQL. */
#ifndef BV_STORE_POSTGRES_CHECKSUM_H
#define BV_STORE_POSTGRES_CHECKSUM_H

#define BV_POSTGRES_SUM_NUMBER(number) "int8send(" number ")"
#define BV_POSTGRES_SUM_TEXT(text)                                                                 \
    "int8send(octet_length(" text ")::bigint) || convert_to(" text ", 'UTF8')"
#define BV_POSTGRES_SUM(bytes)                                                                     \
    "('x' || left(encode(sha256(" bytes "), 'hex'), 16))::bit(64)::bigint"
#define BV_POSTGRES_AND " || "
#define BV_POSTGRES_FIRST BV_POSTGRES_SUM_NUMBER("0") BV_POSTGRES_AND

#define BV_POSTGRES_SUM_PERSON(id, name, created)                                                  \
    BV_POSTGRES_SUM(BV_POSTGRES_FIRST BV_POSTGRES_SUM_TEXT(id)                                     \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(name)                                 \
                            BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(created))

#define BV_POSTGRES_SUM_TABLE(key, id, setup, created, stage, due)                                 \
    BV_POSTGRES_SUM(BV_POSTGRES_FIRST BV_POSTGRES_SUM_NUMBER(key)                                  \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(id)                                   \
                            BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(setup)                            \
                                BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(created)                    \
                                    BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(stage)                  \
                                        BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(due))

#define BV_POSTGRES_SUM_ENTRY(previous, key, number, at, line)                                     \
    BV_POSTGRES_SUM(BV_POSTGRES_SUM_NUMBER(previous) BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(key)   \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(number)                             \
                            BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(at)                             \
                                BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(line))

#define BV_POSTGRES_SUM_FINISHED(key, ended, summary)                                              \
    BV_POSTGRES_SUM(BV_POSTGRES_FIRST BV_POSTGRES_SUM_NUMBER(key)                                  \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(ended)                              \
                            BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(summary))

#define BV_POSTGRES_SUM_SETTING(name, value)                                                       \
    BV_POSTGRES_SUM(BV_POSTGRES_FIRST BV_POSTGRES_SUM_TEXT(name)                                   \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(value))

#define BV_POSTGRES_SUM_PAPER(kind, key, version, rank, text)                                      \
    BV_POSTGRES_SUM(BV_POSTGRES_FIRST BV_POSTGRES_SUM_TEXT(kind)                                   \
                        BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(key)                                  \
                            BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(version)                        \
                                BV_POSTGRES_AND BV_POSTGRES_SUM_NUMBER(rank)                       \
                                    BV_POSTGRES_AND BV_POSTGRES_SUM_TEXT(text))

/* Computes the chain of entries anew, where entries were written again or came from a schema without checksums: of one table
 * from the entry of that number on, or of all tables; then where the chain ends, of all tables unless a condition follows. */
#define BV_POSTGRES_CHAIN_STEP                                                                     \
    " UNION ALL SELECT e.table_key, e.number, " BV_POSTGRES_SUM_ENTRY(                             \
        "c.checksum", "e.table_key", "e.number", "e.at",                                           \
        "e.line") " FROM chain AS c JOIN entries AS e"                                             \
                  " ON e.table_key = c.table_key AND e.number = c.number + 1)"                     \
                  " UPDATE entries AS e SET checksum = c.checksum FROM chain AS c"                 \
                  " WHERE e.table_key = c.table_key AND e.number = c.number"

#define BV_POSTGRES_CHAIN(key, number)                                                             \
    "WITH RECURSIVE chain (table_key, number, checksum) AS (SELECT " key ", " number " - 1,"       \
    " coalesce((SELECT checksum FROM entries WHERE table_key = " key " AND number = " number       \
    " - 1), 0)" BV_POSTGRES_CHAIN_STEP " AND c.number >= " number

#define BV_POSTGRES_CHAIN_ALL                                                                      \
    "WITH RECURSIVE chain (table_key, number, checksum) AS ("                                      \
    "SELECT table_key, 0::bigint, 0::bigint FROM tables" BV_POSTGRES_CHAIN_STEP

#define BV_POSTGRES_CHAIN_HEAD                                                                     \
    "UPDATE heads AS h SET checksum = coalesce((SELECT e.checksum FROM entries AS e"               \
    " WHERE e.table_key = h.table_key AND e.number = h.entries), 0)"

#endif
