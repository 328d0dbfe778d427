// The two functions that the app calls; the library's own header has the names of the system's.
#ifndef CSQLCIPHER_SHIM_H
#define CSQLCIPHER_SHIM_H

int sqlite3_key(void *database, const void *key, int length);
const char *sqlite3_libversion(void);

#endif
