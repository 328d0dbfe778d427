// The floor of the comparisons: what NavStore's file and statements cost in plain C, with nothing
// around them. Every statement is prepared once. The settings and the SQL are NavStore's own, so
// these two files change with `Database.swift` and the `…Table.swift` files.
#ifndef NAVSTORE_FLOOR_H
#define NAVSTORE_FLOOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_store floor_store;

/// One route of a stack; the bytes are gone when the call returns.
typedef void (*floor_route)(void *context, const char *payload, size_t count);

/// Opens an existing store as NavStore does, and prepares what `floor_restore` needs. NULL where
/// any of that fails.
floor_store *floor_open(const char *path);

void floor_close(floor_store *store);

/// Walks the unnamed stack of `scene` from its tip down, top first. Returns how many routes it
/// found; -1 where SQLite fails or there is no such stack.
int floor_restore(floor_store *store, const char *scene, floor_route route, void *context);

#endif
