// Opening and restoring in plain C, as the floor to which NavStore is compared. The functions use a
// file of NavStore with NavStore's settings and SQL, without further layers, and prepare each
// statement once. If `Database.swift` or a `…Table.swift` file of NavStore changes, `floor.c` must
// change, too.
#ifndef NAVSTORE_FLOOR_H
#define NAVSTORE_FLOOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_store floor_store;

/// A callback that receives the JSON of a route of a stack. The bytes are valid during the call.
typedef void (*floor_route)(void *context, const char *payload, size_t count);

/// Opens an existing store with NavStore's settings, and prepares the statements of
/// `floor_restore`. Returns NULL if a step fails.
floor_store *floor_open(const char *path);

void floor_close(floor_store *store);

/// Reads the unnamed stack of `scene` from its top to its bottom, and calls `route` for each route.
/// Returns the number of routes; -1 if SQLite fails or the scene has no unnamed stack.
int floor_restore(floor_store *store, const char *scene, floor_route route, void *context);

#endif
