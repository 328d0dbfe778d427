// The floor of the comparisons: NavStore's file and statements in plain C, without further layers.
// Every statement is prepared once. `floor.c` repeats NavStore's settings and SQL, so it must
// change with `Database.swift` and the `…Table.swift` files.
#ifndef NAVSTORE_FLOOR_H
#define NAVSTORE_FLOOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_store floor_store;

/// Receives a route of a stack. The bytes are valid during the call.
typedef void (*floor_route)(void *context, const char *payload, size_t count);

/// Opens an existing store as NavStore does, and prepares the statements of `floor_restore`.
/// Returns NULL if any of that fails.
floor_store *floor_open(const char *path);

void floor_close(floor_store *store);

/// Walks the unnamed stack of `scene` from its top down. Returns the number of routes; -1 if SQLite
/// fails or there is no such stack.
int floor_restore(floor_store *store, const char *scene, floor_route route, void *context);

#endif
