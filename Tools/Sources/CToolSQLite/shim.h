// Wrappers for functions of <sqlite3.h> that take SQLITE_TRANSIENT, which is a macro with a cast.
// Swift can't import such macros.
#ifndef NAVSTORE_CTOOLSQLITE_SHIM_H
#define NAVSTORE_CTOOLSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds UTF-8 text to a parameter of the statement. SQLite copies the text before the function
/// returns.
static inline int navstore_tool_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 byteCount
) {
    // Swift may pass a null pointer for an empty string, which SQLite would bind as NULL.
    return sqlite3_bind_text64(
        statement, index, text ? text : "", byteCount, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
