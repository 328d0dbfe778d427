// What Swift cannot call in <sqlite3.h>: variadic functions, and macros that cast.
#ifndef NAVSTORE_CSQLITE_SHIM_H
#define NAVSTORE_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#if defined(__linux__)
#include <sys/vfs.h>
#endif

/// `sqlite3_db_config` for the options that take a flag and report it back.
/// `value` is 0, 1, or -1 to ask only; `*current` receives the setting in force.
static inline int navstore_db_config(sqlite3 *db, int option, int value, int *current) {
    return sqlite3_db_config(db, option, value, current);
}

/// `sqlite3_config` for the options that take or give functions for memory: for tests, which let
/// allocations fail.
static inline int navstore_config_memory(int option, sqlite3_mem_methods *methods) {
    return sqlite3_config(option, methods);
}

/// Binds text that SQLite copies before this returns.
static inline int navstore_bind_text_copying(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 byteCount
) {
    return sqlite3_bind_text64(statement, index, text, byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds text that the caller keeps alive and unchanged until the binding is cleared.
static inline int navstore_bind_text_borrowing(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 byteCount
) {
    return sqlite3_bind_text64(statement, index, text, byteCount, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies before this returns.
static inline int navstore_bind_blob_copying(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 byteCount
) {
    return sqlite3_bind_blob64(statement, index, bytes, byteCount, SQLITE_TRANSIENT);
}

#if defined(__linux__)
/// The number of the file system that `path` is on (`statfs(2)`; Glibc's module lacks it); 0 where
/// there is nothing at `path`.
static inline unsigned int navstore_volume_type(const char *path) {
    struct statfs info;
    return statfs(path, &info) == 0 ? (unsigned int)info.f_type : 0;
}
#endif

/// What `dladdr(3)` fills in, whose header Glibc hides too.
struct navstore_image {
    const char *path;
    const void *base;
    const char *symbol;
    const void *address;
};
extern void *dlsym(void *, const char *);
extern int dladdr(const void *, void *);

/// Whether the process has an SQLite with encryption besides the one that answers our calls, and that one
/// has none: then it may also answer the calls of who wants to encrypt.
static inline int navstore_bypasses_codec(void) {
#if defined(__APPLE__)
    void *everywhere = (void *)-2;
#else
    void *everywhere = 0;
#endif
    const void *codec = dlsym(everywhere, "sqlite3_key");
    if (!codec || sqlite3_compileoption_used("HAS_CODEC")) return 0;
    struct navstore_image theirs, ours;
    if (!dladdr(codec, &theirs) || !dladdr((const void *)&sqlite3_libversion, &ours)) return 1;
    return theirs.base != ours.base;
}

/// In every C library that we meet, but Glibc's headers hide it from who does not ask for GNU's
/// extensions before the first of them.
extern void *memmem(const void *, size_t, const void *, size_t);

/// Whether `pattern` stands anywhere in `text`, byte by byte.
static inline int navstore_contains(
    const void *text, size_t textCount, const void *pattern, size_t patternCount
) {
    return memmem(text, textCount, pattern, patternCount) != 0;
}

#endif
