#include "tamper.h"

#include <sqlite3.h>
#include <stddef.h>

int floor_run(const char *path, const char *script) {
    sqlite3 *db = NULL;
    int code = sqlite3_open(path, &db);
    if (code == SQLITE_OK) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)0);
        sqlite3_busy_timeout(db, 5000);
        code = sqlite3_exec(db, script, NULL, NULL, NULL);
    }
    sqlite3_close(db);
    return code;
}
