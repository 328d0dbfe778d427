// Wrappers for functions of <sqlite3.h> that Swift cannot call, because an argument is a macro that
// casts.
#ifndef NAVSTORE_CTOOLSQLITE_SHIM_H
#define NAVSTORE_CTOOLSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds text. SQLite copies the text before this function returns.
static inline int navstore_tool_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 byteCount
) {
    // An empty Swift string may have no address, which would bind NULL.
    return sqlite3_bind_text64(
        statement, index, text ? text : "", byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
