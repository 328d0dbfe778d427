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

// An unindexed visit with what it belongs to.
struct seen {
    int64_t seq, stack, time, item, account, kind;
};

#define SEEN                                                                                       \
    " stack, time, item.id, item.account, item.kind FROM visit"                                    \
    " CROSS JOIN route ON route.id = visit.route CROSS JOIN item ON item.id = route.item"

int floor_folder_prepare(struct floor_folder *folder, sqlite3 *db) {
    return floor_prepare(db,
                         "SELECT visit.id, visit.id," SEEN
                         " WHERE visit.id > (SELECT indexed FROM progress)"
                         " AND visit.seq IS NULL AND visit.time IS NOT NULL"
                         " ORDER BY visit.id LIMIT ?", &folder->own)
        && floor_prepare(db,
                         "SELECT visit.seq, visit.id," SEEN
                         " WHERE visit.seq > (SELECT indexed FROM progress)"
                         " ORDER BY visit.seq LIMIT ?", &folder->later)
        && floor_prepare(db, "SELECT visits, last, frecency, kind FROM item WHERE id = ?",
                         &folder->counters)
        && floor_prepare(db, "UPDATE item SET visits = ?, last = ?, frecency = ? WHERE id = ?",
                         &folder->set_counters)
        && floor_prepare(db,
                         "SELECT first, visits FROM posting"
                         " WHERE account = ? AND list = ? AND key = ? ORDER BY first DESC LIMIT 1",
                         &folder->last_block)
        && floor_prepare(db,
                         "INSERT INTO posting (account, list, key, first, visits)"
                         " VALUES (?, ?, ?, ?, ?)"
                         " ON CONFLICT DO UPDATE SET visits = excluded.visits",
                         &folder->write_block)
        && floor_prepare(db, "UPDATE progress SET indexed = ?", &folder->indexed);
}

void floor_folder_finalize(struct floor_folder *folder) {
    sqlite3_stmt *all[] = {
        folder->own, folder->later, folder->counters, folder->set_counters,
        folder->last_block, folder->write_block, folder->indexed,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
}

static int read_seen(sqlite3_stmt *statement, struct seen *seen) {
    int count = 0;
    sqlite3_bind_int(statement, 1, FLOOR_BATCH);
    while (count < FLOOR_BATCH && sqlite3_step(statement) == SQLITE_ROW) {
        seen[count++] = (struct seen){
            .seq = sqlite3_column_int64(statement, 0), .stack = sqlite3_column_int64(statement, 2),
            .time = sqlite3_column_int64(statement, 3), .item = sqlite3_column_int64(statement, 4),
            .account = sqlite3_column_int64(statement, 5),
            .kind = sqlite3_column_int64(statement, 6),
        };
    }
    sqlite3_reset(statement);
    return count;
}

// The oldest of both, in order.
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

// The posting lists of a batch, each with its visits in order.
struct list {
    int64_t account, list, key;
    int64_t numbers[FLOOR_BATCH];
    int count;
};

// A block: at most 128 numbers, so differences of at most ten bytes each.
struct block {
    int64_t first, last;
    int count;
    unsigned char bytes[FLOOR_BLOCK * 10];
    size_t length;
};

static void bind_list(sqlite3_stmt *statement, const struct list *list) {
    sqlite3_bind_int64(statement, 1, list->account);
    sqlite3_bind_int64(statement, 2, list->list);
    sqlite3_bind_int64(statement, 3, list->key);
}

static int read_block(struct floor_folder *folder, const struct list *list, struct block *block) {
    bind_list(folder->last_block, list);
    int found = sqlite3_step(folder->last_block) == SQLITE_ROW;
    if (found) {
        block->first = block->last = sqlite3_column_int64(folder->last_block, 0);
        block->count = 1;
        const void *bytes = sqlite3_column_blob(folder->last_block, 1);
        block->length = (size_t)sqlite3_column_bytes(folder->last_block, 1);
        found = block->length <= sizeof block->bytes;
        if (found && block->length) memcpy(block->bytes, bytes, block->length);
        for (size_t position = 0; found && position < block->length; block->count++) {
            uint64_t step = 0;
            found = floor_read_varint(block->bytes, block->length, &position, &step);
            block->last += (int64_t)step;
        }
    }
    sqlite3_reset(folder->last_block);
    return found;
}

static int write_block(struct floor_folder *folder, const struct list *list,
                       const struct block *block) {
    bind_list(folder->write_block, list);
    sqlite3_bind_int64(folder->write_block, 4, block->first);
    if (block->length) {
        sqlite3_bind_blob(folder->write_block, 5, block->bytes, (int)block->length, SQLITE_STATIC);
    } else {
        sqlite3_bind_zeroblob(folder->write_block, 5, 0);
    }
    return floor_step_once(folder->write_block);
}

static int append(struct floor_folder *folder, const struct list *list) {
    struct block block = {0};
    int has_block = read_block(folder, list, &block), is_changed = 0;
    for (int i = 0; i < list->count; i++) {
        int64_t number = list->numbers[i];
        if (has_block && block.count < FLOOR_BLOCK) {
            block.length += floor_append_varint((uint64_t)(number - block.last),
                                                block.bytes + block.length);
            block.count += 1;
        } else {
            if (is_changed && !write_block(folder, list, &block)) return 0;
            block.first = number;
            block.count = 1;
            block.length = 0;
            has_block = 1;
        }
        block.last = number;
        is_changed = 1;
    }
    return write_block(folder, list, &block);
}

static int append_postings(struct floor_folder *folder, const struct seen *seen, int count) {
    static struct list lists[FLOOR_BATCH * 4];
    int list_count = 0;
    for (int i = 0; i < count; i++) {
        int64_t day = (int64_t)floor((double)seen[i].time / 86400000.0);
        int64_t keys[] = {seen[i].item, seen[i].kind, day, seen[i].stack};
        for (int kind = 0; kind < 4; kind++) {
            int at = 0;
            while (at < list_count
                   && (lists[at].list != kind || lists[at].key != keys[kind]
                       || lists[at].account != seen[i].account)) {
                at++;
            }
            if (at == list_count) {
                lists[list_count++] = (struct list){
                    .account = seen[i].account, .list = kind, .key = keys[kind]};
            }
            lists[at].numbers[lists[at].count++] = seen[i].seq;
        }
    }
    for (int i = 0; i < list_count; i++) {
        if (!append(folder, &lists[i])) return 0;
    }
    return 1;
}

int floor_fold(floor_navigator *navigator) {
    struct floor_folder *folder = &navigator->folder;
    struct seen seen[FLOOR_BATCH];
    if (!floor_step_once(navigator->begin)) return -1;
    int count = oldest(folder, seen);
    int is_right = 1;
    if (count > 0) {
        is_right = count_items(folder, seen, count)
            && append_postings(folder, seen, count)
            && sqlite3_bind_int64(folder->indexed, 1, seen[count - 1].seq) == SQLITE_OK
            && floor_step_once(folder->indexed);
    }
    return floor_step_once(navigator->commit) && is_right ? count : -1;
}
