// The declarations that navigation.c, counting.c and the other files of CFloor share.
#ifndef NAVSTORE_FLOOR_NAVIGATOR_H
#define NAVSTORE_FLOOR_NAVIGATOR_H

#include "navigation.h"

#include <sqlite3.h>

enum { FLOOR_ENTRIES = 50, FLOOR_BATCH = 32, FLOOR_LOG_FRAMES = 1000 };

struct floor_folder {
    sqlite3_stmt *own;
    sqlite3_stmt *later;
    sqlite3_stmt *counters;
    sqlite3_stmt *set_counters;
    sqlite3_stmt *mark_own;
    sqlite3_stmt *mark_later;
    sqlite3_stmt *counted;
};

struct floor_navigator {
    sqlite3 *db;
    const char *tag;
    int frames;

    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *known_route;
    sqlite3_stmt *known_item;
    sqlite3_stmt *kind;
    sqlite3_stmt *new_item;
    sqlite3_stmt *new_route;
    sqlite3_stmt *number;
    sqlite3_stmt *visit;
    sqlite3_stmt *stack;
    struct floor_folder folder;

    int64_t stack_id;
    int64_t revision;
    int64_t parent;               // of the top visit
    int64_t tips[FLOOR_ENTRIES];  // the back/forward list
    int entries;
    int position;

    int64_t next;                 // number of the next visit; 0 if not yet read in this transaction
    int waiting;                  // number of uncounted visits
};

// The key of a route's item, and the item's kind.
struct floor_naming {
    char key[1024];
    size_t key_count;
    const char *kind;
    size_t kind_count;
};

int floor_name_route(const char *tag, const char *payload, size_t count,
                     struct floor_naming *naming);

// The start value of the hash function FNV-1a.
#define FLOOR_HASH_START 0xcbf29ce484222325u
uint64_t floor_hash(uint64_t state, const void *bytes, size_t count);
uint64_t floor_hash_number(uint64_t state, int64_t number);

int floor_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement);
int floor_step_once(sqlite3_stmt *statement);
int floor_settings(sqlite3 *db);

size_t floor_append_varint(uint64_t value, unsigned char *bytes);
int floor_read_varint(const unsigned char *bytes, size_t count, size_t *position, uint64_t *value);

int floor_folder_prepare(struct floor_folder *folder, sqlite3 *db);
void floor_folder_finalize(struct floor_folder *folder);

/// Counts the oldest uncounted visits, at most FLOOR_BATCH, in one transaction. Returns the number
/// of visits that were counted; -1 if SQLite fails.
int floor_fold(floor_navigator *navigator);

#endif
