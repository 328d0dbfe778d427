#include "navigator.h"

#include <math.h>
#include <string.h>

size_t floor_append_varint(uint64_t value, unsigned char *bytes) {
    size_t count = 0;
    for (; value >= 0x80; value >>= 7) bytes[count++] = (unsigned char)value | 0x80;
    bytes[count++] = (unsigned char)value;
    return count;
}

int floor_read_varint(const unsigned char *bytes, size_t count, size_t *position, uint64_t *value) {
    *value = 0;
    for (int shift = 0; *position < count && shift < 64; shift += 7) {
        unsigned char byte = bytes[(*position)++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return 1;
    }
    return 0;
}

// A visit that the user has seen and that isn't counted yet: its sequence number, time and item.
struct seen {
    int64_t seq, time, item;
};

int floor_folder_prepare(struct floor_folder *folder, sqlite3 *db) {
    return floor_prepare(db,
                         "SELECT visit.id, time, route.item FROM visit"
                         " CROSS JOIN route ON route.id = visit.route"
                         " WHERE visit.id > (SELECT counted FROM progress)"
                         " AND visit.seq IS NULL AND visit.time IS NOT NULL"
                         " ORDER BY visit.id LIMIT ?", &folder->own)
        && floor_prepare(db,
                         "SELECT visit.seq, time, route.item FROM visit"
                         " CROSS JOIN route ON route.id = visit.route"
                         " WHERE visit.seq > (SELECT counted FROM progress)"
                         " ORDER BY visit.seq LIMIT ?", &folder->later)
        && floor_prepare(db, "SELECT visits, last, frecency FROM item WHERE id = ?",
                         &folder->counters)
        && floor_prepare(db, "UPDATE item SET visits = ?, last = ?, frecency = ? WHERE id = ?",
                         &folder->set_counters)
        && floor_prepare(db,
                         "UPDATE visit SET counted = time IS NOT NULL AND coalesce(seq, id) <= ?1"
                         " WHERE id > (SELECT counted FROM progress) AND id <= ?1"
                         " AND route IS NOT NULL", &folder->mark_own)
        && floor_prepare(db,
                         "UPDATE visit SET counted = 1"
                         " WHERE seq > (SELECT counted FROM progress) AND seq <= ?1"
                         " AND route IS NOT NULL", &folder->mark_later)
        && floor_prepare(db, "UPDATE progress SET counted = ?", &folder->counted);
}

void floor_folder_finalize(struct floor_folder *folder) {
    sqlite3_stmt *all[] = {
        folder->own, folder->later, folder->counters, folder->set_counters,
        folder->mark_own, folder->mark_later, folder->counted,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
}

static int read_seen(sqlite3_stmt *statement, struct seen *seen) {
    int count = 0;
    sqlite3_bind_int(statement, 1, FLOOR_BATCH);
    while (count < FLOOR_BATCH && sqlite3_step(statement) == SQLITE_ROW) {
        seen[count++] = (struct seen){
            .seq = sqlite3_column_int64(statement, 0), .time = sqlite3_column_int64(statement, 1),
            .item = sqlite3_column_int64(statement, 2),
        };
    }
    sqlite3_reset(statement);
    return count;
}

// Reads the FLOOR_BATCH uncounted visits with the smallest sequence numbers. The sequence number of
// a visit is its id. If another screen covered the visit when it was made, its sequence number is
// `seq`, which is set when the user first sees the screen.
static int oldest(struct floor_folder *folder, struct seen *seen) {
    struct seen own[FLOOR_BATCH], later[FLOOR_BATCH];
    int own_count = read_seen(folder->own, own), later_count = read_seen(folder->later, later);
    int i = 0, j = 0, count = 0;
    while (count < FLOOR_BATCH && (i < own_count || j < later_count)) {
        int takes_own = j == later_count || (i < own_count && own[i].seq < later[j].seq);
        seen[count++] = takes_own ? own[i++] : later[j++];
    }
    return count;
}

static int count_item(struct floor_folder *folder, const struct seen *seen, int count, int first) {
    const double decay = 0.693147180559945309417 / 2592000000.0;
    int64_t item = seen[first].item;
    sqlite3_bind_int64(folder->counters, 1, item);
    if (sqlite3_step(folder->counters) != SQLITE_ROW) return 0;
    int64_t visits = sqlite3_column_int64(folder->counters, 0);
    int64_t last = sqlite3_column_int64(folder->counters, 1);
    int is_new = sqlite3_column_type(folder->counters, 2) == SQLITE_NULL;
    double moment = sqlite3_column_double(folder->counters, 2);
    sqlite3_reset(folder->counters);
    for (int i = first; i < count; i++) {
        if (seen[i].item != item) continue;
        double time = (double)seen[i].time;
        moment = is_new ? time : fmax(moment, time) + log1p(exp(-decay * fabs(moment - time))) / decay;
        is_new = 0;
        visits += 1;
        if (seen[i].seq > last) last = seen[i].seq;
    }
    sqlite3_bind_int64(folder->set_counters, 1, visits);
    sqlite3_bind_int64(folder->set_counters, 2, last);
    sqlite3_bind_double(folder->set_counters, 3, moment);
    sqlite3_bind_int64(folder->set_counters, 4, item);
    return floor_step_once(folder->set_counters);
}

static int count_items(struct floor_folder *folder, const struct seen *seen, int count) {
    for (int i = 0; i < count; i++) {
        int is_done = 0;
        for (int j = 0; j < i && !is_done; j++) is_done = seen[j].item == seen[i].item;
        if (!is_done && !count_item(folder, seen, count, i)) return 0;
    }
    return 1;
}

static int run(sqlite3_stmt *statement, int64_t number) {
    return sqlite3_bind_int64(statement, 1, number) == SQLITE_OK && floor_step_once(statement);
}

int floor_fold(floor_navigator *navigator) {
    struct floor_folder *folder = &navigator->folder;
    struct seen seen[FLOOR_BATCH];
    if (!floor_step_once(navigator->begin)) return -1;
    int count = oldest(folder, seen);
    int is_right = 1;
    if (count > 0) {
        is_right = count_items(folder, seen, count)
            && run(folder->mark_own, seen[count - 1].seq)
            && run(folder->mark_later, seen[count - 1].seq)
            && run(folder->counted, seen[count - 1].seq);
    }
    return floor_step_once(navigator->commit) && is_right ? count : -1;
}
