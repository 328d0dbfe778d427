// Wrappers for variadic functions and casting macros of <sqlite3.h>, which Swift cannot call.
#ifndef NAVSTORE_CSQLITE_SHIM_H
#define NAVSTORE_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#if defined(__linux__)
#include <sys/vfs.h>
#endif

/// Calls `sqlite3_db_config` for an option with a flag.
/// `value` is 0, 1, or -1 to only read the option. `*current` receives the resulting value.
static inline int navstore_db_config(sqlite3 *db, int option, int value, int *current) {
    return sqlite3_db_config(db, option, value, current);
}

/// Calls `sqlite3_config` for an option that sets or returns the memory functions. Tests use it to
/// make allocations fail.
static inline int navstore_config_memory(int option, sqlite3_mem_methods *methods) {
    return sqlite3_config(option, methods);
}

/// Binds text that SQLite copies before this returns. The text may be null if it is empty. SQLite
/// would bind NULL for it.
static inline int navstore_bind_text_copying(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 byteCount
) {
    return sqlite3_bind_text64(
        statement, index, text ? text : "", byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies before this returns. The bytes may be null if there are none.
static inline int navstore_bind_blob_copying(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 byteCount
) {
    return sqlite3_bind_blob64(
        statement, index, bytes ? bytes : "", byteCount, SQLITE_TRANSIENT);
}

#if defined(__linux__)
/// Returns the type number of the file system of `path`, or 0 if `statfs(2)` fails, for example
/// because there is no file at `path`. Glibc's module lacks `statfs`.
static inline unsigned int navstore_volume_type(const char *path) {
    struct statfs info;
    return statfs(path, &info) == 0 ? (unsigned int)info.f_type : 0;
}
#endif

/// The result of `dladdr(3)`. Glibc's headers hide its declaration.
struct navstore_image {
    const char *path;
    const void *base;
    const char *symbol;
    const void *address;
};
extern void *dlsym(void *, const char *);
extern int dladdr(const void *, void *);

/// Returns whether our calls reach an SQLite without encryption, while the process also loads an
/// SQLite with encryption. The calls of code that wants to encrypt may then also reach the one
/// without it.
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

/// Every supported C library has this function, but Glibc's headers declare it only if GNU
/// extensions are enabled before the first `#include`.
extern void *memmem(const void *, size_t, const void *, size_t);

/// Returns whether `text` contains `pattern`, compared byte by byte.
static inline int navstore_contains(
    const void *text, size_t textCount, const void *pattern, size_t patternCount
) {
    return memmem(text, textCount, pattern, patternCount) != 0;
}

#endif
