#include "store/damage.h"

const struct store_damage_query store_damage_queries[STORE_DAMAGE_QUERIES] = {
    {"SELECT table_key FROM entries GROUP BY table_key"
     " HAVING min(number) <> 1 OR count(*) <> max(number) LIMIT 1",
     "entries are missing"},
    {"SELECT f.table_key FROM finished AS f JOIN tables AS t USING (table_key)"
     " WHERE t.stage <> 2 LIMIT 1",
     "a finished game is not over"},
    {"SELECT f.table_key FROM finished AS f WHERE NOT EXISTS"
     " (SELECT 1 FROM tags AS t WHERE t.tag = '' AND t.ended = f.ended"
     " AND t.table_key = f.table_key) LIMIT 1",
     "a finished game is not found by searches"},
    {"SELECT t.table_key FROM tags AS t JOIN finished AS f USING (table_key)"
     " WHERE t.ended <> f.ended LIMIT 1",
     "a game is found under a wrong date"},
    {"SELECT count(*) FROM (SELECT tag, count(*) AS games FROM tags GROUP BY tag) AS t"
     " FULL JOIN tag_counts AS c USING (tag)"
     " WHERE coalesce(t.games, 0) <> coalesce(c.games, 0) HAVING count(*) > 0",
     "the counts of tags are wrong"},
    {"SELECT t.table_key FROM tables AS t LEFT JOIN heads AS h USING (table_key)"
     " WHERE h.entries IS NULL OR h.entries <> coalesce((SELECT max(e.number) FROM entries AS e"
     " WHERE e.table_key = t.table_key), 0)"
     " OR h.checksum <> coalesce((SELECT e.checksum FROM entries AS e"
     " WHERE e.table_key = t.table_key AND e.number = h.entries), 0) LIMIT 1",
     "the last entries are missing"},
    {"SELECT h.table_key FROM heads AS h LEFT JOIN tables AS t USING (table_key)"
     " WHERE t.table_key IS NULL LIMIT 1",
     "entries of a table that is missing"},
};
