/*
 * libpq, PostgreSQL's client library, loaded at run time when a store on PostgreSQL is first
 * opened. After including this header its functions are called by their own names.
 */
#pragma once

#include <libpq-fe.h>

#include "core/text.h"
#include "util/dynamic_library.h"

/* The functions that are used. */
#define LIBPQ(X)                                                                                   \
    X(PQclear)                                                                                     \
    X(PQcmdStatus)                                                                                 \
    X(PQcmdTuples)                                                                                 \
    X(PQconnectPoll)                                                                               \
    X(PQconnectStartParams)                                                                        \
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
    X(PQresultStatus)                                                                              \
    X(PQsendPrepare)                                                                               \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQsetNoticeReceiver)                                                                         \
    X(PQsetnonblocking)                                                                            \
    X(PQsocket)                                                                                    \
    X(PQstatus)

struct libpq {
    LIBPQ(DYNAMIC_LIBRARY_MEMBER)
};

extern struct libpq libpq;

/* False where it is not installed; twice is once. Before any of its functions is called. */
bool libpq_open(struct bv_error *error);

#ifndef LIBPQ_AS_IT_IS
#define PQclear libpq.PQclear_
#define PQcmdStatus libpq.PQcmdStatus_
#define PQcmdTuples libpq.PQcmdTuples_
#define PQconnectPoll libpq.PQconnectPoll_
#define PQconnectStartParams libpq.PQconnectStartParams_
#define PQconninfoFree libpq.PQconninfoFree_
#define PQconninfoParse libpq.PQconninfoParse_
#define PQconsumeInput libpq.PQconsumeInput_
#define PQenterPipelineMode libpq.PQenterPipelineMode_
#define PQerrorMessage libpq.PQerrorMessage_
#define PQfinish libpq.PQfinish_
#define PQflush libpq.PQflush_
#define PQfreemem libpq.PQfreemem_
#define PQgetResult libpq.PQgetResult_
#define PQgetisnull libpq.PQgetisnull_
#define PQgetlength libpq.PQgetlength_
#define PQgetvalue libpq.PQgetvalue_
#define PQisBusy libpq.PQisBusy_
#define PQnotifies libpq.PQnotifies_
#define PQntuples libpq.PQntuples_
#define PQpipelineSync libpq.PQpipelineSync_
#define PQresultErrorField libpq.PQresultErrorField_
#define PQresultStatus libpq.PQresultStatus_
#define PQsendPrepare libpq.PQsendPrepare_
#define PQsendQueryParams libpq.PQsendQueryParams_
#define PQsendQueryPrepared libpq.PQsendQueryPrepared_
#define PQsetNoticeReceiver libpq.PQsetNoticeReceiver_
#define PQsetnonblocking libpq.PQsetnonblocking_
#define PQsocket libpq.PQsocket_
#define PQstatus libpq.PQstatus_
#endif
