// Navigating in plain C, as the floor to which NavStore is compared. The functions run the
// statements with which NavStore commits a navigation, counts visits and checkpoints. Each
// statement is prepared once.
//
// Routes are passed as JSON. The functions compute the keys and hashes that NavStore stores.
#ifndef NAVSTORE_FLOOR_NAVIGATION_H
#define NAVSTORE_FLOOR_NAVIGATION_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_navigator floor_navigator;

/// Opens an existing store, which NavStore has created, and reads the unnamed stack of `scene`. The
/// stack must not be empty. `tag` is the tag of the stack's routes. The texts `scene` and `tag`
/// must outlive the navigator. Returns NULL if a step fails.
floor_navigator *floor_navigator_open(const char *path, const char *scene, const char *tag);

void floor_navigator_close(floor_navigator *navigator);

// The functions below return 1; 0 if SQLite fails.

int floor_navigator_begin(floor_navigator *navigator);

/// Replaces the top of the stack with a new visit of a route. Call it between
/// `floor_navigator_begin` and `floor_navigator_commit`.
int floor_navigator_visit(floor_navigator *navigator, const char *payload, size_t count,
                          int64_t time);

/// Writes the stack's row, and commits the transaction.
int floor_navigator_commit(floor_navigator *navigator, int64_t time);

/// Does the work that is due after a commit. Counts visits if 32 are uncounted, and checkpoints if
/// the WAL has 1,000 frames.
int floor_navigator_settle(floor_navigator *navigator);

/// Counts all uncounted visits, and empties the WAL by a checkpoint.
int floor_navigator_finish(floor_navigator *navigator);

#endif
