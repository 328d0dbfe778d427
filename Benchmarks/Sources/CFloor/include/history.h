// History queries in plain C, as the floor to which NavStore is compared. It is the fastest code
// for NavStore's file that we know of. Each statement is prepared once. Each result has all the
// data that NavStore returns.
#ifndef NAVSTORE_FLOOR_HISTORY_H
#define NAVSTORE_FLOOR_HISTORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_history floor_history;

/// A callback that receives a result. `number` is the sequence number of an item's last visit, or
/// the time of a visit. A query for the next page takes it as `before`. `payload` is the JSON of
/// the route, which is valid during the call.
typedef void (*floor_answer)(void *context, int64_t number, const char *payload, size_t count);

/// Opens an existing store for reading. Returns NULL if the opening fails.
floor_history *floor_history_open(const char *path);

void floor_history_close(floor_history *history);

// The functions below run a query and call `answer` for each result. They return the number of
// results; -1 if SQLite fails.

int floor_recent(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

int floor_frecent(floor_history *history, int limit, floor_answer answer, void *context);

int floor_visits(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

/// Finds the titles that contain `word`, and returns the `limit` items with the highest frecency.
int floor_search(floor_history *history, const char *word, int limit, floor_answer answer,
                 void *context);

#endif
