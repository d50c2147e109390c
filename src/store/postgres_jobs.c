/* Jobs for the nodes that share the store. */
#include "store/node.h"
#include "store/postgres.h"

const struct postgres_statement postgres_job_statements[] = {
    /* A job that another node is just claiming is skipped, not waited for. */
    {"claim", "tnn",
     "UPDATE jobs SET node = $1 WHERE table_key IN"
     " (SELECT j.table_key FROM jobs AS j LEFT JOIN nodes AS n ON n.node = j.node"
     " WHERE j.node IS NULL OR (j.node = $1 AND $3 = 1) OR (j.node <> $1"
     " AND (n.beat IS NULL OR n.beat < (SELECT max(beat) FROM nodes) - interval '3 seconds'))"
     " ORDER BY j.posted LIMIT $2 FOR UPDATE OF j SKIP LOCKED)"
     " RETURNING table_key, number"},
    {NULL, NULL, NULL},
};

bool postgres_claim(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                    struct bv_error *error)
{
    struct postgres *postgres = postgres_of(store);
    struct postgres_value values[] = {postgres_text(node_name()), postgres_number(most),
                                      postgres_number(postgres->claim_lost)};
    PGresult *answer = postgres_ask(postgres, "claim", values, BV_COUNT(values), error);
    /* After a lost answer, jobs may belong to this node without its knowledge: the next claim
     * includes its own. */
    postgres->claim_lost = !answer;
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit(context, postgres_number_at(answer, row, 0),
                   (uint32_t)postgres_number_at(answer, row, 1)))
            break;
    PQclear(answer);
    return true;
}
