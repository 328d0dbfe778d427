// Damages a database for measurements of repairs.
#ifndef NAVSTORE_FLOOR_TAMPER_H
#define NAVSTORE_FLOOR_TAMPER_H

/// Runs an SQL script on the database at `path`. The script may change the schema's table, because
/// SQLite's defensive mode is off. Returns SQLite's result code.
int floor_run(const char *path, const char *script);

#endif
