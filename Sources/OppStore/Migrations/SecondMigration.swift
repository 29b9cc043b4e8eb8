extension Migration {
  /// Version 2: the cost of fetches, the state of retries, and firings of a clock that was ahead
  static let second = Migration(
    script: """
      ALTER TABLE fetch ADD COLUMN cost REAL NOT NULL DEFAULT 1;

      ALTER TABLE firing ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;

      CREATE TABLE asking (
        key TEXT PRIMARY KEY,
        answered INTEGER,
        counts INTEGER,
        failures INTEGER NOT NULL,
        since INTEGER,
        retry INTEGER,
        rest INTEGER,
        changed INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
}
