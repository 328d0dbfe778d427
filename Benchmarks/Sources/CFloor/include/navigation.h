// The floor of navigating: the statements that NavStore writes a navigation with, and those that
// it indexes and checkpoints with later, each prepared once, on a file of NavStore's own.
//
// Routes come as JSON. The keys and hashes that NavStore makes of them are made here too.
#ifndef NAVSTORE_FLOOR_NAVIGATION_H
#define NAVSTORE_FLOOR_NAVIGATION_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_navigator floor_navigator;

/// Opens an existing store at the unnamed stack of `scene`, which must not be empty. `tag` is the
/// tag of its routes; both texts outlive the navigator. NULL where any of that fails.
floor_navigator *floor_navigator_open(const char *path, const char *scene, const char *tag);

void floor_navigator_close(floor_navigator *navigator);

// All return 1, and 0 where SQLite fails.

int floor_navigator_begin(floor_navigator *navigator);

/// Between `begin` and `commit`: a visit to a route, in the place of the top of the stack.
int floor_navigator_visit(floor_navigator *navigator, const char *payload, size_t count,
                          int64_t time);

/// Writes the stack's row, and commits.
int floor_navigator_commit(floor_navigator *navigator, int64_t time);

/// What follows a commit: indexes where 32 visits wait, and moves the log where it is long.
int floor_navigator_settle(floor_navigator *navigator);

/// Indexes all that waits, and empties the log.
int floor_navigator_finish(floor_navigator *navigator);

#endif
