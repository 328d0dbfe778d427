#define _GNU_SOURCE
#include "history.h"

#include "navigator.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// A copy of an item or a visit in the result of a query. The copy exists until the next query.
// SQLite's row is valid only until the next step of the statement.
struct kept {
    struct kept *next;
    int64_t numbers[5];
    double frecency;
    char texts[];
};

struct floor_history {
    sqlite3 *db;
    struct kept *kept;
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *own;
    sqlite3_stmt *later;
    sqlite3_stmt *recent;
    sqlite3_stmt *frecent;
    sqlite3_stmt *visits;
    sqlite3_stmt *titles;
    sqlite3_stmt *item;
};

// The columns of a result: an item with its kind and the route of its last visit. `last` is the
// sequence number of that visit. It is the visit's `seq` if another screen covered the visit when
// it was made; otherwise, it is the visit's id.
#define SHOWN                                                                                      \
    "SELECT item.last, item.id, item.visits, visit.id, visit.time, item.frecency,"                \
    " item.key, kind.name, item.title, route.tag, route.version, route.payload, route.hash"
#define DETAILS                                                                                    \
    " CROSS JOIN kind ON kind.id = item.kind CROSS JOIN visit ON visit.id = coalesce("             \
    "(SELECT later.id FROM visit AS later WHERE later.seq = item.last), item.last)"                \
    " CROSS JOIN route ON route.id = visit.route"

#define VISITS                                                                                     \
    "SELECT visit.time, visit.seq, visit.id, NULL, NULL, NULL, stack.name, scene.key, item.title," \
    " route.tag, route.version, route.payload, route.hash"                                         \
    " FROM page CROSS JOIN visit ON visit.id = page.id CROSS JOIN route ON route.id = visit.route" \
    " CROSS JOIN item ON item.id = route.item CROSS JOIN stack ON stack.id = visit.stack"          \
    " LEFT JOIN scene ON scene.id = stack.scene"
// The beginning of the queries for visits that are not counted yet.
#define UNFOLDED                                                                                   \
    "SELECT visit.id FROM visit CROSS JOIN route ON route.id = visit.route"                        \
    " CROSS JOIN item ON item.id = route.item"

floor_history *floor_history_open(const char *path) {
    floor_history *history = calloc(1, sizeof *history);
    if (!history) return NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &history->db, flags, NULL) == SQLITE_OK
        && sqlite3_exec(history->db, "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;"
                        " PRAGMA temp_store = MEMORY", NULL, NULL, NULL) == SQLITE_OK
        && floor_prepare(history->db, "BEGIN", &history->begin)
        && floor_prepare(history->db, "COMMIT", &history->commit)
        && floor_prepare(history->db,
                   SHOWN " FROM item" DETAILS
                   " WHERE item.account = 0 AND item.last < ? AND item.last IS NOT NULL"
                   " ORDER BY item.last DESC LIMIT ?", &history->recent)
        && floor_prepare(history->db,
                   SHOWN " FROM item" DETAILS
                   " WHERE item.account = 0 AND item.frecency IS NOT NULL"
                   " ORDER BY item.frecency DESC, item.id DESC LIMIT ?", &history->frecent)
        && floor_prepare(history->db,
                   // Selects the visits of the page before the joins. In one step, SQLite would
                   // sort all visits with the rows that are joined to them.
                   "WITH page AS MATERIALIZED (SELECT id FROM visit"
                   " WHERE stack IN (SELECT id FROM stack WHERE account = 0)"
                   " AND counted = 1 AND time < ?"
                   " ORDER BY time DESC, id DESC LIMIT ?) " VISITS, &history->visits)
        && floor_prepare(history->db, UNFOLDED
                   " WHERE visit.id > (SELECT counted FROM progress) AND visit.seq IS NULL"
                   " AND visit.time IS NOT NULL ORDER BY visit.id", &history->own)
        && floor_prepare(history->db, UNFOLDED
                   " WHERE visit.seq > (SELECT counted FROM progress) ORDER BY visit.seq",
                   &history->later)
        && floor_prepare(history->db,
                   "SELECT id, title_folded, frecency FROM item"
                   " WHERE account = 0 AND title_folded IS NOT NULL", &history->titles)
        && floor_prepare(history->db, SHOWN " FROM item" DETAILS " WHERE item.id = ?",
                   &history->item)) {
        return history;
    }
    floor_history_close(history);
    return NULL;
}

static void let_go(floor_history *history) {
    while (history->kept) {
        struct kept *next = history->kept->next;
        free(history->kept);
        history->kept = next;
    }
}

void floor_history_close(floor_history *history) {
    if (!history) return;
    let_go(history);
    sqlite3_finalize(history->begin);
    sqlite3_finalize(history->commit);
    sqlite3_finalize(history->recent);
    sqlite3_finalize(history->frecent);
    sqlite3_finalize(history->visits);
    sqlite3_finalize(history->own);
    sqlite3_finalize(history->later);
    sqlite3_finalize(history->titles);
    sqlite3_finalize(history->item);
    sqlite3_close_v2(history->db);
    free(history);
}

static size_t text_size(sqlite3_stmt *statement, int column) {
    return sqlite3_column_text(statement, column)
        ? (size_t)sqlite3_column_bytes(statement, column) + 1 : 0;
}

// Copies columns 0 to 8 of a row, which are all except the route, into a new entry of `kept`.
// Returns 0 if there is no memory.
static int keep(floor_history *history, sqlite3_stmt *statement) {
    size_t sizes[3], count = 0;
    for (int i = 0; i < 3; i++) count += sizes[i] = text_size(statement, 6 + i);
    struct kept *kept = malloc(sizeof *kept + count);
    if (!kept) return 0;
    for (int i = 0; i < 5; i++) kept->numbers[i] = sqlite3_column_int64(statement, i);
    kept->frecency = sqlite3_column_double(statement, 5);
    char *text = kept->texts;
    for (int i = 0; i < 3; i++) {
        if (sizes[i]) memcpy(text, sqlite3_column_text(statement, 6 + i), sizes[i]);
        text += sizes[i];
    }
    kept->next = history->kept;
    history->kept = kept;
    return 1;
}

// Copies a row. Passes the row's route (columns 9 to 12) to the callback `answer` if the route's
// bytes have the stored hash. Returns 1 if the route was passed; otherwise, 0.
static int give(floor_history *history, sqlite3_stmt *statement, floor_answer answer,
                void *context) {
    if (!keep(history, statement)) return 0;
    const char *tag = (const char *)sqlite3_column_text(statement, 9);
    // The hash covers the zero byte at the end of the tag.
    size_t tag_count = (size_t)sqlite3_column_bytes(statement, 9) + 1;
    uint64_t hash = floor_hash(FLOOR_HASH_START, tag, tag_count);
    hash = floor_hash_number(hash, sqlite3_column_int64(statement, 10));
    const char *payload = (const char *)sqlite3_column_text(statement, 11);
    size_t count = (size_t)sqlite3_column_bytes(statement, 11);
    hash = floor_hash(hash, payload, count);
    if ((int64_t)hash != sqlite3_column_int64(statement, 12)) return 0;
    answer(context, sqlite3_column_int64(statement, 0), payload, count);
    return 1;
}

static int each(floor_history *history, sqlite3_stmt *statement, floor_answer answer,
                void *context) {
    int count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        count += give(history, statement, answer, context);
    }
    return sqlite3_reset(statement) == SQLITE_OK ? count : -1;
}

// Begins the transaction of a query, and checks that no visits are uncounted. NavStore counts such
// visits before a query. The measured files have none, but NavStore checks that, too.
static int begin(floor_history *history) {
    let_go(history);
    return floor_step_once(history->begin) && floor_step_once(history->own)
        && floor_step_once(history->later);
}

int floor_recent(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context) {
    if (!begin(history)) return -1;
    sqlite3_bind_int64(history->recent, 1, before);
    sqlite3_bind_int(history->recent, 2, limit);
    int count = each(history, history->recent, answer, context);
    return floor_step_once(history->commit) ? count : -1;
}

int floor_frecent(floor_history *history, int limit, floor_answer answer, void *context) {
    if (!begin(history)) return -1;
    sqlite3_bind_int(history->frecent, 1, limit);
    int count = each(history, history->frecent, answer, context);
    return floor_step_once(history->commit) ? count : -1;
}

int floor_visits(floor_history *history, int64_t before, int limit, floor_answer answer,
                 void *context) {
    if (!begin(history)) return -1;
    sqlite3_bind_int64(history->visits, 1, before);
    sqlite3_bind_int(history->visits, 2, limit);
    int count = each(history, history->visits, answer, context);
    return floor_step_once(history->commit) ? count : -1;
}

struct match {
    double frecency;
    int64_t item;
};

static int by_relevance(const void *a, const void *b) {
    const struct match *x = a, *y = b;
    if (x->frecency != y->frecency) return x->frecency < y->frecency ? 1 : -1;
    return (x->item < y->item) - (x->item > y->item);
}

int floor_search(floor_history *history, const char *word, int limit, floor_answer answer,
                 void *context) {
    if (!begin(history)) return -1;
    size_t length = strlen(word), found = 0, room = 256;
    struct match *matches = malloc(room * sizeof *matches);
    while (sqlite3_step(history->titles) == SQLITE_ROW) {
        const void *title = sqlite3_column_text(history->titles, 1);
        size_t size = (size_t)sqlite3_column_bytes(history->titles, 1);
        if (!memmem(title, size, word, length)) continue;
        if (found == room) matches = realloc(matches, (room *= 2) * sizeof *matches);
        matches[found].item = sqlite3_column_int64(history->titles, 0);
        matches[found++].frecency = sqlite3_column_double(history->titles, 2);
    }
    sqlite3_reset(history->titles);
    qsort(matches, found, sizeof *matches, by_relevance);
    int count = 0;
    for (size_t i = 0; i < found && count < limit; i++) {
        sqlite3_bind_int64(history->item, 1, matches[i].item);
        count += each(history, history->item, answer, context);
    }
    free(matches);
    return floor_step_once(history->commit) ? count : -1;
}
