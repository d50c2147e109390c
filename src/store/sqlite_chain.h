/*
 * Statements that compute the checksums of entries anew (checksum.h), after entries were rewritten
 * or for a schema without checksums. `row_checksum` is an SQL function of every connection
 * (sqlite.c).
 */
#ifndef STORE_SQLITE_CHAIN_H
#define STORE_SQLITE_CHAIN_H

/* Of one table, from the entry of that number on. */
#define SQLITE_CHAIN(table, number)                                                                \
    "WITH RECURSIVE chain (number, checksum) AS ("                                                 \
    " SELECT " number " - 1, ifnull((SELECT checksum FROM entries"                                 \
    " WHERE table_key = " table " AND number = " number " - 1), 0)"                                \
    " UNION ALL"                                                                                   \
    " SELECT e.number, row_checksum(c.checksum, e.table_key, e.number, e.at, e.line)"              \
    " FROM chain AS c CROSS JOIN entries AS e"                                                     \
    " ON e.table_key = " table " AND e.number = c.number + 1)"                                     \
    " UPDATE entries SET checksum = c.checksum FROM chain AS c"                                    \
    " WHERE entries.table_key = " table " AND entries.number = c.number"                           \
    " AND c.number >= " number

/* Of all tables. */
#define SQLITE_CHAIN_ALL                                                                           \
    "WITH RECURSIVE chain (table_key, number, checksum) AS ("                                      \
    " SELECT table_key, 0, 0 FROM tables"                                                          \
    " UNION ALL"                                                                                   \
    " SELECT e.table_key, e.number,"                                                               \
    " row_checksum(c.checksum, e.table_key, e.number, e.at, e.line)"                               \
    " FROM chain AS c CROSS JOIN entries AS e"                                                     \
    " ON e.table_key = c.table_key AND e.number = c.number + 1)"                                   \
    " UPDATE entries SET checksum = c.checksum FROM chain AS c"                                    \
    " WHERE entries.table_key = c.table_key AND entries.number = c.number"

/* The end of the chain; of all tables unless a condition follows. */
#define SQLITE_CHAIN_HEAD                                                                          \
    "UPDATE heads SET checksum = ifnull((SELECT e.checksum FROM entries AS e"                      \
    " WHERE e.table_key = heads.table_key AND e.number = heads.entries), 0)"

#endif
