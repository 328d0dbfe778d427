// What a test of damage does to a database.
#ifndef NAVSTORE_FLOOR_TAMPER_H
#define NAVSTORE_FLOOR_TAMPER_H

/// Runs a script on the database at `path`, with everything allowed that SQLite allows. Returns its
/// result code.
int floor_run(const char *path, const char *script);

#endif
