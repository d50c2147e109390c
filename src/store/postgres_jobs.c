/* Jobs for the nodes that share the store. */
#include "store/node.h"
#include "store/postgres.h"

const struct bv_postgres_statement bv_postgres_clerks[] = {
    /* A job that another node is just claiming is passed over, not waited for. */
    {"claim", "tnn",
     "UPDATE jobs SET node = $1 WHERE table_key IN"
     " (SELECT j.table_key FROM jobs AS j LEFT JOIN nodes AS n ON n.node = j.node"
     " WHERE j.node IS NULL OR (j.node = $1 AND $3 = 1) OR (j.node <> $1"
     " AND (n.beat IS NULL OR n.beat < (SELECT max(beat) FROM nodes) - interval '3 seconds'))"
     " ORDER BY j.posted LIMIT $2 FOR UPDATE OF j SKIP LOCKED)"
     " RETURNING table_key, number"},
    {NULL, NULL, NULL},
};

bool bv_postgres_claim(struct bv_store *store, uint32_t most, bv_job_visitor *visit, void *context,
                       struct bv_error *error)
{
    struct bv_postgres *postgres = bv_postgres_of(store);
    struct bv_postgres_value values[] = {bv_postgres_text(bv_node()), bv_postgres_number(most),
                                         bv_postgres_number(postgres->claim_lost)};
    PGresult *answer = bv_postgres_ask(postgres, "claim", values, BV_COUNT(values), error);
    /* Where no answer came, jobs may be this node's without its knowing: it asks for its own too next time. */
    postgres->claim_lost = !answer;
    if (!answer) return false;
    for (int row = 0; row < PQntuples(answer); row++)
        if (!visit(context, bv_postgres_number_at(answer, row, 0),
                   (uint32_t)bv_postgres_number_at(answer, row, 1)))
            break;
    PQclear(answer);
    return true;
}
