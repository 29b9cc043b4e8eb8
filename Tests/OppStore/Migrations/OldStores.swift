/// Stores as earlier versions left them, as SQL
///
/// They are never changed: a migration has to cope with what lies on people's disks.
enum OldStores {
  static let version1 = """
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

    INSERT INTO firing VALUES (
      1, '2026-06-21T12:00:00Z/Walk/%5B%22x%22%5D', 'Walk', '["x"]', 1782043200, 'Go.', '{}', 255, 1,
      1782043260, 'waiting', 2, 1782043260, 1782043230, 'it answered 503');
    INSERT INTO recipient VALUES (1, 0, 'ann');
    INSERT INTO declared VALUES ('Walk', 255, 3600, 1);
    INSERT INTO standing VALUES ('Walk', 0, 'opp disable', 1782043200);
    INSERT INTO snooze VALUES ('Bath', '', 1782046800, 'opp snooze', 1782043200);
    INSERT INTO life VALUES (1, 1782043000, 1782043200);
    INSERT INTO memory VALUES ('k', 'v');
    INSERT INTO odds VALUES ('o', 1.0, 2.0);
    INSERT INTO supplier VALUES ('weather', 0.5, 3.0, 1.0);
    INSERT INTO fetch VALUES (1, 'weather', 'weather', 1782043200, 'arrived', NULL, NULL, 800);
    INSERT INTO fetch VALUES (2, 'weather', 'weather', 1782043201, 'limited', '429', 30, 80);
    INSERT INTO address VALUES ('here', 1.5, 2.5, 1782043200);
    INSERT INTO address VALUES ('nowhere', NULL, NULL, 1782043200);
    INSERT INTO token VALUES ('etag', '7');
    INSERT INTO daemon VALUES (1, 77, 1782043200);
    PRAGMA application_id = 1332768801;
    PRAGMA user_version = 1;
    """
}
