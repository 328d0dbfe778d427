// The floor of navigating: the statements with which NavStore writes a navigation, and later counts
// and checkpoints. Each is prepared once, on a file that NavStore has created.
//
// Routes are passed as JSON. The functions compute keys and hashes as NavStore does.
#ifndef NAVSTORE_FLOOR_NAVIGATION_H
#define NAVSTORE_FLOOR_NAVIGATION_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_navigator floor_navigator;

/// Opens an existing store at the unnamed stack of `scene`, which must not be empty. `tag` is the
/// tag of its routes. Both texts must outlive the navigator. Returns NULL if any of that fails.
floor_navigator *floor_navigator_open(const char *path, const char *scene, const char *tag);

void floor_navigator_close(floor_navigator *navigator);

// All functions return 1; 0 if SQLite fails.

int floor_navigator_begin(floor_navigator *navigator);

/// Replaces the top of the stack with a visit of a route. Call it between `begin` and `commit`.
int floor_navigator_visit(floor_navigator *navigator, const char *payload, size_t count,
                          int64_t time);

/// Writes the stack's row, and commits.
int floor_navigator_commit(floor_navigator *navigator, int64_t time);

/// Does the work after a commit: indexes if 32 visits are uncounted, and checkpoints if the WAL is
/// long.
int floor_navigator_settle(floor_navigator *navigator);

/// Indexes all uncounted visits, and empties the WAL.
int floor_navigator_finish(floor_navigator *navigator);

#endif
