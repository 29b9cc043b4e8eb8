extension Migration {
  /// Version 1: all there is
  ///
  /// Instants are seconds since 1970. A row key is the text that the caller gives it, empty for an Opp
  /// without `for each`.
  static let first = Migration(
    script: """
      CREATE TABLE firing (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        opp TEXT NOT NULL,
        row TEXT NOT NULL,
        at INTEGER NOT NULL,
        text TEXT,
        payload TEXT,
        colour INTEGER,
        urgent INTEGER NOT NULL,
        delivered INTEGER NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        next INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        error TEXT,
        UNIQUE (opp, row, at)
      ) STRICT;
      CREATE INDEX firing_by_time ON firing (at);
      CREATE INDEX firing_waiting ON firing (next) WHERE state = 'waiting';

      CREATE TABLE recipient (
        firing INTEGER NOT NULL REFERENCES firing (number) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (firing, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE declared (
        opp TEXT PRIMARY KEY,
        colour INTEGER,
        snooze INTEGER NOT NULL,
        disabled INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE standing (
        opp TEXT PRIMARY KEY,
        enabled INTEGER NOT NULL,
        by TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE snooze (
        opp TEXT NOT NULL,
        row TEXT NOT NULL,
        until INTEGER NOT NULL,
        by TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (opp, row)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE life (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        begins INTEGER NOT NULL,
        present INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE memory (
        key TEXT PRIMARY KEY,
        content TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE odds (
        key TEXT PRIMARY KEY,
        true_count REAL NOT NULL,
        false_count REAL NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE supplier (
        name TEXT PRIMARY KEY,
        latency REAL NOT NULL,
        answered REAL NOT NULL,
        failed REAL NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE fetch (
        number INTEGER PRIMARY KEY,
        supplier TEXT NOT NULL,
        subject TEXT NOT NULL,
        at INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        reason TEXT,
        retry_after INTEGER,
        bytes INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX fetch_by_time ON fetch (at);

      CREATE TABLE address (
        text TEXT PRIMARY KEY,
        latitude REAL,
        longitude REAL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE token (
        name TEXT PRIMARY KEY,
        content TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE daemon (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        pid INTEGER NOT NULL,
        started INTEGER NOT NULL
      ) STRICT;
      """)
}
