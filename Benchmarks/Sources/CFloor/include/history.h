// The floor of history queries: the fastest plain C on NavStore's own file that we know of. Each
// statement is prepared once, and each result has everything that NavStore returns.
#ifndef NAVSTORE_FLOOR_HISTORY_H
#define NAVSTORE_FLOOR_HISTORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_history floor_history;

/// Receives a result: the number or time before which a next page begins, and a route's bytes,
/// valid during the call.
typedef void (*floor_answer)(void *context, int64_t number, const char *payload, size_t count);

/// Opens an existing store for reading. Returns NULL if that fails.
floor_history *floor_history_open(const char *path);

void floor_history_close(floor_history *history);

// Each function returns the number of results; -1 if SQLite fails.

int floor_recent(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

int floor_frecent(floor_history *history, int limit, floor_answer answer, void *context);

int floor_visits(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

/// Scans the titles, and sorts the matches by frecency.
int floor_search(floor_history *history, const char *word, int limit, floor_answer answer,
                 void *context);

#endif
