extension Migration {
  /// Version 2: the cost of fetches, the state of retries, and firings of a clock that was ahead
  ///
  /// A row of `asking` is the state of one fetch, keyed by its meaning, lengths before texts:
  ///
  /// ```
  /// key       source 6:resort 1 t 14:Beech Mountain -     `resort`, one argument, a text of 14 bytes; no position
  /// answered  1359612005   counts 1359612004              the last response; it was stale as it came
  /// failures  8            since  1359612005              fails since then, this many times in a row
  /// retry     1359618897   rest   NULL                    not fetched again before; no rest is set
  /// ```
  ///
  /// `ahead` is 1 for a firing of a clock that turned out to be ahead: it stays in the history, and the real firing of
  /// that second replaces it.
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
