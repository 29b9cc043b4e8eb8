extension Migration {
  /// Version 1: all there is
  ///
  /// Instants are seconds since 1970. A row key is the text that the caller gives it, empty for an Opp
  /// without `for each`.
  ///
  /// | table | a row is | for example |
  /// | --- | --- | --- |
  /// | `firing` | a firing and its delivery | `1, '2013-01-01T13:17:00Z/Home', 'Home', '', 1357046220, …, 'told'` |
  /// | `recipient` | one of the people that a firing names, by position | `17, 0, 'anna'` |
  /// | `declared` | an Opp of the rules that the daemon runs | `'Blue Bird Powder Day 🎿', 2001125, 3600, 0` |
  /// | `standing` | the last `opp enable` or `opp disable` of an Opp | `'Tea', 0, 'opp disable', 1357046220` |
  /// | `snooze` | a snooze of an Opp or a row | `'Chores', '["dishes"]', 1357053420, 'opp snooze', 1357046220` |
  /// | `life` | at most one: the first and the last second of the engine | `1, 1357016400, 1359694799` |
  /// | `memory` | an entry of the engine's snapshot | `'address 26:200 N Davie St, Greensboro', '1 @ x4042…'` |
  /// | `odds` | how often a condition was true, and false | `'5c7709ba3a0eb0c53bdc93a0b461705b', 0.148, 63.852` |
  /// | `supplier` | latency in seconds, shares of success and failure | `'calendar', 2.0, 1.0, 0.0` |
  /// | `fetch` | a fetch of the last 32 days | `8, 'store', 'store("Hardware Co")', 1357016404, 'arrived', …` |
  /// | `address` | a position, kept for good; NULL if there is none | `'10 Elm St', 36.07, -79.79, 1357016404` |
  /// | `token` | a mark of a connector, or a note of daemon or command | `'refreshable', 'calendar\nweather'` |
  /// | `daemon` | at most one: the last process that was the daemon | `1, 21845, 1357016400` |
  ///
  /// `colour` is 0xRRGGBB, `snooze` of `declared` a length in seconds. `next` of a firing is the time of the next
  /// attempt, `changed` that of the last change of its delivery. The partial index `firing_waiting` stays as small as the number of
  /// waiting firings.
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
