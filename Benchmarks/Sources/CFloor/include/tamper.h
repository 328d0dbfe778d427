// Changes of a database for tests of damage.
#ifndef NAVSTORE_FLOOR_TAMPER_H
#define NAVSTORE_FLOOR_TAMPER_H

/// Runs a script on the database at `path`, without SQLite's defensive settings. Returns SQLite's
/// result code.
int floor_run(const char *path, const char *script);

#endif
