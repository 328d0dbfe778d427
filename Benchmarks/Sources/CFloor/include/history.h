// The floor of the questions to the history: the best plain C on NavStore's own file that we know
// of, each statement prepared once and each answer with all that NavStore gives.
#ifndef NAVSTORE_FLOOR_HISTORY_H
#define NAVSTORE_FLOOR_HISTORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_history floor_history;

/// One answer: the number or time that a next page begins before, and a route's bytes, gone when it returns.
typedef void (*floor_answer)(void *context, int64_t number, const char *payload, size_t count);

/// Opens an existing store to read. NULL where that fails.
floor_history *floor_history_open(const char *path);

void floor_history_close(floor_history *history);

// Each gives how many answers it found; -1 where SQLite fails.

int floor_recent(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

int floor_frecent(floor_history *history, int limit, floor_answer answer, void *context);

int floor_visits(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context);

/// A scan of the titles, the matches sorted by frecency.
int floor_search(floor_history *history, const char *word, int limit, floor_answer answer,
                 void *context);

#endif
