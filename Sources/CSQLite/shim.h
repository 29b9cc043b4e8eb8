// SQLite, and what Swift cannot say of it: the macro SQLITE_TRANSIENT is a cast that is not imported.
#ifndef OPP_CSQLITE_SHIM_H
#define OPP_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds a copy of `count` bytes of UTF-8.
static inline int opp_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
