extension Migration {
  /// Version 6: the deliveries of a firing, the notifiers that fail, and the end of the use of a notification
  ///
  /// A firing keeps the notifiers that it was made for. A row of `delivery` is the part of one of them, while the firing waits: `next` is
  /// the time of the next attempt. With the firing's last part the rows go; `firing` has its summary.
  ///
  /// ```
  /// firing     17, '2026-06-21T12:00:00Z/Door', …, 'waiting', …, expires 1782050400      NULL for no end
  /// recipient  17, 0, 'Ann', 'notifications("Ann") (ntfy)'                               the notifier that reaches her
  /// delivery   17, 'notifications("Ann") (ntfy)', 'told', …
  /// delivery   17, 'notifications (webhook)', 'waiting', attempts 2, next 1782043260, …
  /// notifier   'notifications (webhook)', 2, 1782043200, 1782043260, 0, 'example.org responded with 503', NULL
  /// ```
  ///
  /// A row of `notifier` is one that fails: since when, the time of the next attempt (NULL for one that the rules no longer
  /// connect), and whether it asked to be left alone until then. Firings that wait in a store of an earlier version are of the notifier
  /// '', until the rules name one.
  static let sixth = Migration(
    script: """
      ALTER TABLE firing ADD COLUMN expires INTEGER;
      CREATE INDEX firing_expiring ON firing (expires)
        WHERE expires IS NOT NULL AND state IN ('waiting', 'held');

      ALTER TABLE recipient ADD COLUMN notifier TEXT;

      CREATE TABLE delivery (
        number INTEGER PRIMARY KEY,
        firing INTEGER NOT NULL REFERENCES firing (number) ON DELETE CASCADE,
        notifier TEXT NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        next INTEGER NOT NULL,
        UNIQUE (firing, notifier)
      ) STRICT;
      CREATE INDEX delivery_waiting ON delivery (notifier, next) WHERE state = 'waiting';
      INSERT INTO delivery (firing, notifier, state, attempts, next)
      SELECT number, '', state, attempts, next FROM firing WHERE state IN ('waiting', 'held');

      CREATE TABLE notifier (
        name TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        since INTEGER NOT NULL,
        retry INTEGER,
        asked INTEGER NOT NULL,
        reason TEXT NOT NULL,
        remedy TEXT
      ) STRICT, WITHOUT ROWID;
      """)
}
