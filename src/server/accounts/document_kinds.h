/*
 * The kinds of documents that belong to a person. The data export includes them, and the deletion
 * of an account deletes them. Add a row in document_kinds.c for each new kind that belongs to a
 * person.
 */
#pragma once

#include "store/store.h"

enum document_kind_shape {
    DOCUMENT_KIND_ONE,     /* key PERSON */
    DOCUMENT_KIND_BY_GAME, /* key PERSON, and the kind ends with the game: `rating.GAME` */
    DOCUMENT_KIND_MANY,    /* keys PERSON/… */
};

struct document_kind {
    const char *kind;
    enum document_kind_shape shape;
    const char *mirror; /* kind of the mirror document with key OTHER/PERSON; NULL: none */
    bool exported;      /* exported as stored; else internal, or exported in another form */
};

extern const struct document_kind document_kinds[];
extern const size_t document_kinds_count;

/* Visits every document of a person, kind by kind, as stored. */
typedef bool document_kind_visitor(void *context, const struct document_kind *row, const char *kind,
                                   const struct store_document *document);
bool document_kinds_visit(struct store *store, const char *person, uint32_t most_of_a_kind,
                          document_kind_visitor *visit, void *context, struct bv_error *error);

/* Everything the server stores about a person as one JSON text (export.c): the account, documents,
 * games, and every line of a log that the person wrote. It is built in the search thread, from what
 * is on disk. Free the text. NULL: the store could not be read. */
char *export_person(struct store *store, const char *person);
