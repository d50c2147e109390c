/*
 * libpq, PostgreSQL's own library, borrowed when a store on PostgreSQL is first opened. Behind this header its functions are
 * called by their own names.
 */
#ifndef BV_LIBPQ_H
#define BV_LIBPQ_H

#include <libpq-fe.h>

#include "core/text.h"
#include "net/borrowed.h"

/* Those that we call. */
#define BV_LIBPQ(X)                                                                                \
    X(PQclear)                                                                                     \
    X(PQcmdStatus)                                                                                 \
    X(PQcmdTuples)                                                                                 \
    X(PQconnectPoll)                                                                               \
    X(PQconnectStartParams)                                                                        \
    X(PQconnectdbParams)                                                                           \
    X(PQconninfoFree)                                                                              \
    X(PQconninfoParse)                                                                             \
    X(PQconsumeInput)                                                                              \
    X(PQenterPipelineMode)                                                                         \
    X(PQerrorMessage)                                                                              \
    X(PQfinish)                                                                                    \
    X(PQflush)                                                                                     \
    X(PQfreemem)                                                                                   \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQisBusy)                                                                                    \
    X(PQnotifies)                                                                                  \
    X(PQntuples)                                                                                   \
    X(PQpipelineSync)                                                                              \
    X(PQresultErrorField)                                                                          \
    X(PQresultErrorMessage)                                                                        \
    X(PQresultStatus)                                                                              \
    X(PQsendPrepare)                                                                               \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQsetNoticeReceiver)                                                                         \
    X(PQsetnonblocking)                                                                            \
    X(PQsocket)                                                                                    \
    X(PQstatus)

struct bv_libpq {
    BV_LIBPQ(BV_BORROWED_MEMBER)
};

extern struct bv_libpq bv_libpq;

/* False where it is not installed; twice is once. Before any of its functions is called. */
bool bv_libpq_open(struct bv_error *error);

#ifndef BV_LIBPQ_AS_IT_IS
#define PQclear bv_libpq.PQclear_
#define PQcmdStatus bv_libpq.PQcmdStatus_
#define PQcmdTuples bv_libpq.PQcmdTuples_
#define PQconnectPoll bv_libpq.PQconnectPoll_
#define PQconnectStartParams bv_libpq.PQconnectStartParams_
#define PQconnectdbParams bv_libpq.PQconnectdbParams_
#define PQconninfoFree bv_libpq.PQconninfoFree_
#define PQconninfoParse bv_libpq.PQconninfoParse_
#define PQconsumeInput bv_libpq.PQconsumeInput_
#define PQenterPipelineMode bv_libpq.PQenterPipelineMode_
#define PQerrorMessage bv_libpq.PQerrorMessage_
#define PQfinish bv_libpq.PQfinish_
#define PQflush bv_libpq.PQflush_
#define PQfreemem bv_libpq.PQfreemem_
#define PQgetResult bv_libpq.PQgetResult_
#define PQgetisnull bv_libpq.PQgetisnull_
#define PQgetlength bv_libpq.PQgetlength_
#define PQgetvalue bv_libpq.PQgetvalue_
#define PQisBusy bv_libpq.PQisBusy_
#define PQnotifies bv_libpq.PQnotifies_
#define PQntuples bv_libpq.PQntuples_
#define PQpipelineSync bv_libpq.PQpipelineSync_
#define PQresultErrorField bv_libpq.PQresultErrorField_
#define PQresultErrorMessage bv_libpq.PQresultErrorMessage_
#define PQresultStatus bv_libpq.PQresultStatus_
#define PQsendPrepare bv_libpq.PQsendPrepare_
#define PQsendQueryParams bv_libpq.PQsendQueryParams_
#define PQsendQueryPrepared bv_libpq.PQsendQueryPrepared_
#define PQsetNoticeReceiver bv_libpq.PQsetNoticeReceiver_
#define PQsetnonblocking bv_libpq.PQsetnonblocking_
#define PQsocket bv_libpq.PQsocket_
#define PQstatus bv_libpq.PQstatus_
#endif

#endif
