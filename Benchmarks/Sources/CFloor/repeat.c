#include "repeat.h"

#include <sqlite3.h>
#include <stddef.h>

// The days between two copies of the history. The copies are so old that they have no visible effect
// on a frecency.
#define DAYS "695"
#define MILLISECONDS DAYS " * 86400000"

// The statements that copy the history. ?1 is `times`, and the table `part` has the number of
// original visits.
static const char *const steps[] = {
    "CREATE TEMP TABLE part AS SELECT max(id) AS size FROM visit",
    "CREATE TEMP TABLE copy AS WITH RECURSIVE copy (number) AS"
    " (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < ?1 - 1)"
    " SELECT number FROM copy WHERE ?1 > 1",
    "UPDATE visit SET time = time - (?1 - 1) * " MILLISECONDS,
    "INSERT INTO visit (id, stack, route, parent, time, kind, seq, counted)"
    " SELECT id + number * size, stack, route, iif(parent = 0, 0, parent + number * size),"
    " time + number * " MILLISECONDS ", kind, seq + number * size, counted"
    " FROM copy CROSS JOIN part CROSS JOIN visit WHERE id <= size",
    "UPDATE item SET visits = visits * ?1,"
    " last = last + (?1 - 1) * (SELECT size FROM part) WHERE last IS NOT NULL",
    "UPDATE progress SET counted = counted + (?1 - 1) * (SELECT size FROM part)",
};

static int run(sqlite3 *db, const char *sql, int times) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        if (sqlite3_bind_parameter_count(statement) > 0) sqlite3_bind_int(statement, 1, times);
        do code = sqlite3_step(statement);
        while (code == SQLITE_ROW);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

int floor_repeat(const char *path, int times) {
    sqlite3 *db = NULL;
    int is_good = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
        // Writes no journal and doesn't sync, which is faster. An interrupted run leaves a damaged
        // file, and the next run makes the file from scratch.
        && run(db, "PRAGMA journal_mode = DELETE", times)
        && run(db, "PRAGMA journal_mode = OFF", times)
        && run(db, "PRAGMA synchronous = OFF", times)
        && run(db, "PRAGMA cache_size = -200000", times)
        && run(db, "BEGIN", times);
    for (unsigned i = 0; is_good && i < sizeof steps / sizeof *steps; i++) {
        is_good = run(db, steps[i], times);
    }
    is_good = is_good && run(db, "COMMIT", times) && run(db, "PRAGMA journal_mode = WAL", times);
    return sqlite3_close(db) == SQLITE_OK && is_good;
}
