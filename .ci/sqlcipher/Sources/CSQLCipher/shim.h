// What the check calls of SQLCipher, which has SQLite's header under another path on each system.
int sqlite3_key(void *database, const void *key, int length);
int sqlite3_libversion_number(void);
const char *sqlite3_libversion(void);
int sqlite3_compileoption_used(const char *name);
