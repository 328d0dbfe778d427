#define _GNU_SOURCE
#include "history.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct floor_history {
    sqlite3 *db;
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *recent;
    sqlite3_stmt *relevant;
    sqlite3_stmt *visits;
    sqlite3_stmt *titles;
    sqlite3_stmt *item;
};

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL)
        == SQLITE_OK;
}

// An item with its kind and the route of its last visit, whose number may be the visit's own or
// one of its own: what an answer shows.
#define SHOWN                                                                                      \
    "SELECT item.id, item.key, kind.name, item.title, item.visits, item.last, visit.id,"           \
    " visit.time, route.tag, route.version, route.payload, route.hash, item.relevance"
#define DETAILS                                                                                    \
    " CROSS JOIN kind ON kind.id = item.kind CROSS JOIN visit ON visit.id = coalesce("             \
    "(SELECT later.id FROM visit AS later WHERE later.seq = item.last), item.last)"                \
    " CROSS JOIN route ON route.id = visit.route"

floor_history *floor_history_open(const char *path) {
    floor_history *history = calloc(1, sizeof *history);
    if (!history) return NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &history->db, flags, NULL) == SQLITE_OK
        && sqlite3_exec(history->db, "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;"
                        " PRAGMA temp_store = MEMORY", NULL, NULL, NULL) == SQLITE_OK
        && prepare(history->db, "BEGIN", &history->begin)
        && prepare(history->db, "COMMIT", &history->commit)
        && prepare(history->db,
                   SHOWN " FROM item" DETAILS
                   " WHERE item.account = 0 AND item.last < ? AND item.last IS NOT NULL"
                   " ORDER BY item.last DESC LIMIT ?", &history->recent)
        && prepare(history->db,
                   SHOWN " FROM item" DETAILS
                   " WHERE item.account = 0 AND item.relevance IS NOT NULL"
                   " ORDER BY item.relevance DESC, item.id DESC LIMIT ?", &history->relevant)
        && prepare(history->db,
                   "SELECT visit.id, visit.time, stack.name, scene.key, item.title, route.tag,"
                   " route.version, route.payload, route.hash"
                   " FROM visit CROSS JOIN route ON route.id = visit.route"
                   " CROSS JOIN item ON item.id = route.item"
                   " CROSS JOIN stack ON stack.id = visit.stack"
                   " LEFT JOIN scene ON scene.id = stack.scene"
                   " WHERE visit.id < ? AND visit.seq IS NULL AND visit.time IS NOT NULL"
                   " ORDER BY visit.id DESC LIMIT ?", &history->visits)
        && prepare(history->db,
                   "SELECT id, title_folded, relevance FROM item"
                   " WHERE account = 0 AND title_folded IS NOT NULL", &history->titles)
        && prepare(history->db, SHOWN " FROM item" DETAILS " WHERE item.id = ?",
                   &history->item)) {
        return history;
    }
    floor_history_close(history);
    return NULL;
}

void floor_history_close(floor_history *history) {
    if (!history) return;
    sqlite3_finalize(history->begin);
    sqlite3_finalize(history->commit);
    sqlite3_finalize(history->recent);
    sqlite3_finalize(history->relevant);
    sqlite3_finalize(history->visits);
    sqlite3_finalize(history->titles);
    sqlite3_finalize(history->item);
    sqlite3_close_v2(history->db);
    free(history);
}

static int step_once(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

static int give(sqlite3_stmt *statement, int number, int payload, floor_answer answer,
                void *context) {
    answer(context, sqlite3_column_int64(statement, number),
           (const char *)sqlite3_column_text(statement, payload),
           (size_t)sqlite3_column_bytes(statement, payload));
    return 1;
}

static int each(sqlite3_stmt *statement, int number, int payload, floor_answer answer,
                void *context) {
    int count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        count += give(statement, number, payload, answer, context);
    }
    return sqlite3_reset(statement) == SQLITE_OK ? count : -1;
}

int floor_recent(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context) {
    if (!step_once(history->begin)) return -1;
    sqlite3_bind_int64(history->recent, 1, before);
    sqlite3_bind_int(history->recent, 2, limit);
    int count = each(history->recent, 5, 10, answer, context);
    return step_once(history->commit) ? count : -1;
}

int floor_relevant(floor_history *history, int limit, floor_answer answer, void *context) {
    if (!step_once(history->begin)) return -1;
    sqlite3_bind_int(history->relevant, 1, limit);
    int count = each(history->relevant, 0, 10, answer, context);
    return step_once(history->commit) ? count : -1;
}

int floor_visits(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context) {
    if (!step_once(history->begin)) return -1;
    sqlite3_bind_int64(history->visits, 1, before);
    sqlite3_bind_int(history->visits, 2, limit);
    int count = each(history->visits, 0, 7, answer, context);
    return step_once(history->commit) ? count : -1;
}

struct match {
    double relevance;
    int64_t item;
};

static int by_relevance(const void *a, const void *b) {
    const struct match *x = a, *y = b;
    if (x->relevance != y->relevance) return x->relevance < y->relevance ? 1 : -1;
    return (x->item < y->item) - (x->item > y->item);
}

int floor_search(floor_history *history, const char *word, int limit, floor_answer answer,
                 void *context) {
    if (!step_once(history->begin)) return -1;
    size_t length = strlen(word), found = 0, room = 256;
    struct match *matches = malloc(room * sizeof *matches);
    while (sqlite3_step(history->titles) == SQLITE_ROW) {
        const void *title = sqlite3_column_text(history->titles, 1);
        size_t size = (size_t)sqlite3_column_bytes(history->titles, 1);
        if (!memmem(title, size, word, length)) continue;
        if (found == room) matches = realloc(matches, (room *= 2) * sizeof *matches);
        matches[found].item = sqlite3_column_int64(history->titles, 0);
        matches[found++].relevance = sqlite3_column_double(history->titles, 2);
    }
    sqlite3_reset(history->titles);
    qsort(matches, found, sizeof *matches, by_relevance);
    int count = 0;
    for (size_t i = 0; i < found && count < limit; i++) {
        sqlite3_bind_int64(history->item, 1, matches[i].item);
        count += each(history->item, 0, 10, answer, context);
    }
    free(matches);
    return step_once(history->commit) ? count : -1;
}
