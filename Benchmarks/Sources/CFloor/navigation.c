#include "navigator.h"

#include <stdlib.h>
#include <string.h>

static int count_frames(void *context, sqlite3 *db, const char *name, int frames) {
    (void)db, (void)name;
    ((floor_navigator *)context)->frames = frames;
    return SQLITE_OK;
}

static int statements(floor_navigator *navigator) {
    sqlite3 *db = navigator->db;
    return floor_prepare(db, "BEGIN IMMEDIATE", &navigator->begin)
        && floor_prepare(db, "COMMIT", &navigator->commit)
        && floor_prepare(
            db,
            "SELECT route.id FROM item CROSS JOIN route ON route.item = item.id"
            " WHERE item.hash = ? AND item.account = ? AND item.key = ?"
            " AND route.hash = ? AND route.payload = ? AND +route.tag = ? AND route.version = ?",
            &navigator->known_route)
        && floor_prepare(db, "SELECT id FROM item WHERE hash = ? AND account = ? AND key = ?",
                         &navigator->known_item)
        && floor_prepare(db, "SELECT id FROM kind WHERE name = ?", &navigator->kind)
        && floor_prepare(
            db,
            "INSERT INTO item (id, account, kind, hash, key) VALUES ("
            " max((SELECT coalesce(max(id), 0) FROM item), (SELECT item_floor FROM progress)) + 1,"
            " ?, ?, ?, ?)",
            &navigator->new_item)
        && floor_prepare(
            db,
            "INSERT INTO route (id, item, tag, version, payload, hash) VALUES ("
            " max((SELECT coalesce(max(id), 0) FROM route), (SELECT route_floor FROM progress)) + 1,"
            " ?, ?, ?, ?, ?)",
            &navigator->new_route)
        && floor_prepare(
            db,
            "SELECT 1 + max(coalesce((SELECT max(id) FROM visit), 0),"
            " coalesce((SELECT max(seq) FROM visit WHERE seq IS NOT NULL), 0),"
            " (SELECT visit_floor FROM progress))",
            &navigator->number)
        && floor_prepare(
            db,
            "INSERT INTO visit (id, stack, route, parent, time, kind) VALUES (?, ?, ?, ?, ?, ?)",
            &navigator->visit)
        && floor_prepare(
            db,
            "UPDATE stack SET tip = ?, position = ?, list = ?, saved = ?, revision = revision + 1"
            " WHERE id = ? AND revision = ?",
            &navigator->stack)
        && floor_folder_prepare(&navigator->folder, db);
}

static int read_list(floor_navigator *navigator, const unsigned char *bytes, size_t count) {
    int64_t previous = 0;
    size_t position = 1;
    while (position < count && navigator->entries < FLOOR_ENTRIES) {
        uint64_t indexed = 0;
        if (!floor_read_varint(bytes, count, &position, &indexed)) return 0;
        previous += (int64_t)(indexed >> 1) ^ -(int64_t)(indexed & 1);
        navigator->tips[navigator->entries++] = previous;
    }
    return navigator->entries > 0;
}

static int find_stack(floor_navigator *navigator, const char *scene) {
    sqlite3_stmt *statement = NULL;
    int found = floor_prepare(
        navigator->db,
        "SELECT stack.id, revision, position, list, visit.parent FROM scene"
        " JOIN stack ON stack.scene = scene.id AND stack.account = 0 AND stack.name = ''"
        " JOIN visit ON visit.id = stack.tip WHERE scene.key = ?",
        &statement);
    found = found && sqlite3_bind_text(statement, 1, scene, -1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        navigator->stack_id = sqlite3_column_int64(statement, 0);
        navigator->revision = sqlite3_column_int64(statement, 1);
        navigator->position = sqlite3_column_int(statement, 2);
        navigator->parent = sqlite3_column_int64(statement, 4);
        const unsigned char *list = sqlite3_column_blob(statement, 3);
        found = read_list(navigator, list, (size_t)sqlite3_column_bytes(statement, 3));
    }
    sqlite3_finalize(statement);
    return found;
}

floor_navigator *floor_navigator_open(const char *path, const char *scene, const char *tag) {
    floor_navigator *navigator = calloc(1, sizeof *navigator);
    if (!navigator) return NULL;
    navigator->tag = tag;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &navigator->db, flags, NULL) == SQLITE_OK
        && floor_settings(navigator->db)
        && sqlite3_exec(navigator->db, "PRAGMA cache_size = -8192", NULL, NULL, NULL) == SQLITE_OK
        && statements(navigator)
        && find_stack(navigator, scene)) {
        sqlite3_wal_hook(navigator->db, count_frames, navigator);
        return navigator;
    }
    floor_navigator_close(navigator);
    return NULL;
}

void floor_navigator_close(floor_navigator *navigator) {
    if (!navigator) return;
    sqlite3_stmt *all[] = {
        navigator->begin, navigator->commit, navigator->known_route, navigator->known_item,
        navigator->kind, navigator->new_item, navigator->new_route, navigator->number,
        navigator->visit, navigator->stack,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    floor_folder_finalize(&navigator->folder);
    sqlite3_close_v2(navigator->db);
    free(navigator);
}

// MARK: Navigating

int floor_navigator_begin(floor_navigator *navigator) {
    navigator->next = 0;
    return floor_step_once(navigator->begin);
}

static int64_t first_number(sqlite3_stmt *statement) {
    int64_t number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return number;
}

static int64_t item_of(floor_navigator *navigator, const struct floor_naming *naming, int64_t hash) {
    int length = (int)naming->key_count;
    sqlite3_bind_int64(navigator->known_item, 1, hash);
    sqlite3_bind_int64(navigator->known_item, 2, 0);
    sqlite3_bind_text(navigator->known_item, 3, naming->key, length, SQLITE_STATIC);
    int64_t known = first_number(navigator->known_item);
    if (known) return known;
    sqlite3_bind_text(navigator->kind, 1, naming->kind, (int)naming->kind_count, SQLITE_STATIC);
    sqlite3_bind_int64(navigator->new_item, 1, 0);
    sqlite3_bind_int64(navigator->new_item, 2, first_number(navigator->kind));
    sqlite3_bind_int64(navigator->new_item, 3, hash);
    sqlite3_bind_text(navigator->new_item, 4, naming->key, length, SQLITE_STATIC);
    return floor_step_once(navigator->new_item) ? sqlite3_last_insert_rowid(navigator->db) : 0;
}

static int64_t route_of(floor_navigator *navigator, const char *payload, size_t count) {
    struct floor_naming naming;
    if (!floor_name_route(navigator->tag, payload, count, &naming)) return 0;
    uint64_t item_hash = floor_hash(floor_hash_number(FLOOR_HASH_START, 0), naming.key, naming.key_count + 1);
    uint64_t route_hash = floor_hash(FLOOR_HASH_START, navigator->tag, strlen(navigator->tag) + 1);
    route_hash = floor_hash(floor_hash_number(route_hash, 1), payload, count);
    sqlite3_stmt *known = navigator->known_route;
    sqlite3_bind_int64(known, 1, (int64_t)item_hash);
    sqlite3_bind_int64(known, 2, 0);
    sqlite3_bind_text(known, 3, naming.key, (int)naming.key_count, SQLITE_STATIC);
    sqlite3_bind_int64(known, 4, (int64_t)route_hash);
    sqlite3_bind_text(known, 5, payload, (int)count, SQLITE_STATIC);
    sqlite3_bind_text(known, 6, navigator->tag, -1, SQLITE_STATIC);
    sqlite3_bind_int64(known, 7, 1);
    int64_t route = first_number(known);
    if (route) return route;
    sqlite3_stmt *new = navigator->new_route;
    sqlite3_bind_int64(new, 1, item_of(navigator, &naming, (int64_t)item_hash));
    sqlite3_bind_text(new, 2, navigator->tag, -1, SQLITE_STATIC);
    sqlite3_bind_int64(new, 3, 1);
    sqlite3_bind_text(new, 4, payload, (int)count, SQLITE_STATIC);
    sqlite3_bind_int64(new, 5, (int64_t)route_hash);
    return floor_step_once(new) ? sqlite3_last_insert_rowid(navigator->db) : 0;
}

int floor_navigator_visit(floor_navigator *navigator, const char *payload, size_t count,
                          int64_t time) {
    int64_t route = route_of(navigator, payload, count);
    if (!route) return 0;
    int64_t id = navigator->next ? navigator->next : first_number(navigator->number);
    navigator->next = id + 1;
    sqlite3_bind_int64(navigator->visit, 1, id);
    sqlite3_bind_int64(navigator->visit, 2, navigator->stack_id);
    sqlite3_bind_int64(navigator->visit, 3, route);
    sqlite3_bind_int64(navigator->visit, 4, navigator->parent);
    sqlite3_bind_int64(navigator->visit, 5, time);
    sqlite3_bind_int64(navigator->visit, 6, 0);
    if (!floor_step_once(navigator->visit)) return 0;
    // Removes the forward entries of the back/forward list. Removes its oldest entry if the list is
    // full.
    navigator->entries = navigator->position + 1;
    if (navigator->entries == FLOOR_ENTRIES) {
        navigator->entries -= 1;
        memmove(navigator->tips, navigator->tips + 1,
                (size_t)navigator->entries * sizeof *navigator->tips);
    }
    navigator->position = navigator->entries;
    navigator->tips[navigator->entries++] = id;
    navigator->waiting += 1;
    return 1;
}

int floor_navigator_commit(floor_navigator *navigator, int64_t time) {
    unsigned char list[1 + FLOOR_ENTRIES * 10] = {1};
    size_t length = 1;
    int64_t previous = 0;
    for (int i = 0; i < navigator->entries; i++) {
        int64_t step = navigator->tips[i] - previous;
        uint64_t indexed = ((uint64_t)step << 1) ^ (uint64_t)(step >> 63);
        length += floor_append_varint(indexed, list + length);
        previous = navigator->tips[i];
    }
    sqlite3_bind_int64(navigator->stack, 1, navigator->tips[navigator->position]);
    sqlite3_bind_int(navigator->stack, 2, navigator->position);
    sqlite3_bind_blob(navigator->stack, 3, list, (int)length, SQLITE_STATIC);
    sqlite3_bind_int64(navigator->stack, 4, time);
    sqlite3_bind_int64(navigator->stack, 5, navigator->stack_id);
    sqlite3_bind_int64(navigator->stack, 6, navigator->revision);
    if (!floor_step_once(navigator->stack) || sqlite3_changes(navigator->db) != 1) return 0;
    navigator->revision += 1;
    return floor_step_once(navigator->commit);
}

static int checkpoint(floor_navigator *navigator, int mode) {
    navigator->frames = 0;
    return sqlite3_wal_checkpoint_v2(navigator->db, "main", mode, NULL, NULL) == SQLITE_OK;
}

static int fold_down_to(floor_navigator *navigator, int waiting) {
    while (navigator->waiting > waiting) {
        int indexed = floor_fold(navigator);
        if (indexed <= 0) return 0;
        navigator->waiting -= indexed;
    }
    return 1;
}

int floor_navigator_settle(floor_navigator *navigator) {
    return fold_down_to(navigator, FLOOR_BATCH - 1)
        && (navigator->frames < FLOOR_LOG_FRAMES
            || checkpoint(navigator, SQLITE_CHECKPOINT_RESTART));
}

int floor_navigator_finish(floor_navigator *navigator) {
    return fold_down_to(navigator, 0) && checkpoint(navigator, SQLITE_CHECKPOINT_TRUNCATE);
}
