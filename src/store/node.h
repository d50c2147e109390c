/*
 * The name of this process (node) among all that share the store: random letters, chosen anew at
 * each start of the program.
 */
#pragma once

enum { NODE_SIZE = 13 }; /* with its NUL */

const char *node_name(void);
