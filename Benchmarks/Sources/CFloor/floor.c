#include "floor.h"

#include "navigator.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct floor_store {
    sqlite3 *db;
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *stack;
    sqlite3_stmt *visit;
};

static int run(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int configure(sqlite3 *db, int option, int value) {
    int current = -1;
    return sqlite3_db_config(db, option, value, &current) == SQLITE_OK && current == value;
}

int floor_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL)
        == SQLITE_OK;
}

static int number(sqlite3 *db, const char *sql, sqlite3_int64 *result) {
    sqlite3_stmt *statement = NULL;
    int found = floor_prepare(db, sql, &statement) && sqlite3_step(statement) == SQLITE_ROW;
    if (found) *result = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return found;
}

static int no_checkpoint(void *context, sqlite3 *db, const char *name, int frames) {
    (void)context, (void)db, (void)name, (void)frames;
    return SQLITE_OK;
}

int floor_settings(sqlite3 *db) {
    sqlite3_int64 application = 0, version = 0;
    sqlite3_wal_hook(db, no_checkpoint, NULL);
    return sqlite3_busy_timeout(db, 2000) == SQLITE_OK
        && configure(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        && configure(db, SQLITE_DBCONFIG_DEFENSIVE, 1)
        && configure(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        && configure(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        && configure(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        && configure(db, SQLITE_DBCONFIG_DQS_DML, 0)
        && configure(db, SQLITE_DBCONFIG_DQS_DDL, 0)
        && number(db, "PRAGMA application_id", &application) && application == 0x4E765331
        && number(db, "PRAGMA user_version", &version) && version > 0
        && run(db, "PRAGMA journal_mode")
        && run(db, "PRAGMA cell_size_check = ON")
        && run(db, "PRAGMA mmap_size = 0")
        && run(db, "PRAGMA synchronous = NORMAL")
        && run(db, "PRAGMA secure_delete = ON")
        && run(db, "PRAGMA foreign_keys = ON")
        && run(db, "PRAGMA temp_store = MEMORY");
}

static int statements(floor_store *store) {
    sqlite3 *db = store->db;
    return floor_prepare(db, "BEGIN", &store->begin)
        && floor_prepare(db, "COMMIT", &store->commit)
        && floor_prepare(
            db,
            "SELECT stack.id, stack.account, tip, position, list, revision, saved,"
            " scene.closed IS NOT NULL, scene.attempts"
            " FROM scene"
            " JOIN account ON account.key = ?2"
            " JOIN stack ON stack.scene = scene.id AND stack.account = account.id"
            " AND stack.name = ?3"
            " WHERE scene.key = ?1",
            &store->stack)
        && floor_prepare(
            db,
            "SELECT visit.parent, visit.time, route.tag, route.version, route.payload, route.hash"
            " FROM visit LEFT JOIN route ON route.id = visit.route WHERE visit.id = ?",
            &store->visit);
}

floor_store *floor_open(const char *path) {
    floor_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
        | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) == SQLITE_OK && floor_settings(store->db)
        && statements(store)) {
        return store;
    }
    floor_close(store);
    return NULL;
}

void floor_close(floor_store *store) {
    if (!store) return;
    sqlite3_finalize(store->begin);
    sqlite3_finalize(store->commit);
    sqlite3_finalize(store->stack);
    sqlite3_finalize(store->visit);
    sqlite3_close_v2(store->db);
    free(store);
}

int floor_step_once(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

static int tip_of(floor_store *store, const char *scene, sqlite3_int64 *tip) {
    sqlite3_bind_text(store->stack, 1, scene, -1, SQLITE_STATIC);
    sqlite3_bind_text(store->stack, 2, "", 0, SQLITE_STATIC);
    sqlite3_bind_text(store->stack, 3, "", 0, SQLITE_STATIC);
    int found = sqlite3_step(store->stack) == SQLITE_ROW;
    if (found) *tip = sqlite3_column_int64(store->stack, 2);
    sqlite3_reset(store->stack);
    return found;
}

int floor_restore(floor_store *store, const char *scene, floor_route route, void *context) {
    sqlite3_int64 next = 0;
    int count = 0;
    if (!floor_step_once(store->begin)) return -1;
    if (!tip_of(store, scene, &next)) count = -1;
    while (count >= 0 && next != 0) {
        sqlite3_bind_int64(store->visit, 1, next);
        if (sqlite3_step(store->visit) == SQLITE_ROW) {
            next = sqlite3_column_int64(store->visit, 0);
            const char *payload = (const char *)sqlite3_column_text(store->visit, 4);
            route(context, payload, (size_t)sqlite3_column_bytes(store->visit, 4));
            count += 1;
        } else {
            count = -1;
        }
        sqlite3_reset(store->visit);
    }
    return floor_step_once(store->commit) ? count : -1;
}
