/*
 * The name of this process (node) among all that share the store: random letters, chosen anew at
 * each start of the program.
 */
#ifndef STORE_NODE_H
#define STORE_NODE_H

enum { NODE_SIZE = 13 }; /* with its NUL */

const char *node_name(void);

#endif
