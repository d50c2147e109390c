/* Boards: a file for the game it names. What is accepted can be played on for a while. */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session session;
    struct bv_error error = {""};
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < bv_game_count; i++) {
        struct bv_request request = bv_request_for(bv_games[i]);
        request.board_file = "fuzz.board";
        request.board_text = text;
        if (bv_terms_make(&request, &session.terms, &session.tables, &error)) {
            session.past.count = 0;
            bv_games[i]->start(&session.terms, &session.state);
            must(!bv_games[i]->check(&session.terms, &session.state),
                 "a good board starts soundly");
            play_on(&session, 60);
        } else {
            must(strncmp(error.text, "fuzz.board:", 11) == 0, "an error names file and line");
        }
    }
    free(text);
    return 0;
}
