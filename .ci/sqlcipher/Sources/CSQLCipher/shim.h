// Declares the functions of SQLCipher that the app calls. This file replaces SQLCipher's header,
// because the path of that header differs between systems.
int sqlite3_key(void *database, const void *key, int length);
int sqlite3_libversion_number(void);
const char *sqlite3_libversion(void);
int sqlite3_compileoption_used(const char *name);
