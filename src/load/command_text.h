/* Builds a command of a player: begin with verb and id, add fields, end and send. */
#ifndef LOAD_COMMAND_TEXT_H
#define LOAD_COMMAND_TEXT_H

#include "load/clients.h"

enum { LOAD_COMMAND_SIZE = 1024 };

struct load_command {
    char text[LOAD_COMMAND_SIZE];
    struct bv_out out;
};

static inline bool load_has_table(const struct load_player *player)
{
    return player->table->id[0] != '\0';
}

/* The seat whose messages the player receives: the first of its side. */
int load_channel_of_player(const struct load_player *player);

/* Begins `{"do":VERB,"id":N`, and `"table":ID` where there is one; returns the id. */
uint32_t load_command_begin(struct load_player *player, struct load_command *command,
                            const char *verb);
void load_command_field(struct load_command *command, const char *name, const char *value);
void load_command_end(struct load_clients *clients, struct load_player *player,
                      struct load_command *command);

#endif
