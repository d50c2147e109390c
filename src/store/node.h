/*
 * The name by which this process is known to others on the same store: letters that nobody else has, chosen anew each
 * time the program starts.
 */
#ifndef BV_NODE_H
#define BV_NODE_H

enum { BV_NODE_SIZE = 13 }; /* with its NUL */

const char *bv_node(void);

#endif
