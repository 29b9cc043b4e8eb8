extension Migration {
  /// Version 3: answers of people
  ///
  /// A row of `answer` is one answer, in the order in which they were given; the daemon takes each once, and notes the number of the
  /// last one in the token `answers taken`. A firing has the last answer to it; NULL for none.
  ///
  /// ```
  /// answer    17, 1782043200, 'Chore due', '["dishes",2]', 'done', NULL, 'opp done'
  /// firing    …, answer 'done', answered 1782043200, until NULL        answered, until: of `snoozed` its end
  /// ```
  ///
  /// A dismissed firing has that as its answer, and a snooze that no daemon has seen yet becomes an answer. An Opp that
  /// `opp done` of an earlier version has disabled stays disabled, and a row that it has silenced stays silent.
  static let third = Migration(
    script: """
      ALTER TABLE firing ADD COLUMN answer TEXT;
      ALTER TABLE firing ADD COLUMN answered INTEGER;
      ALTER TABLE firing ADD COLUMN until INTEGER;
      UPDATE firing SET answer = 'dismissed', answered = changed WHERE state = 'dismissed';

      CREATE TABLE answer (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        opp TEXT NOT NULL,
        row TEXT NOT NULL,
        answer TEXT NOT NULL,
        until INTEGER,
        by TEXT NOT NULL
      ) STRICT;

      INSERT INTO answer (at, opp, row, answer, until, by)
      SELECT at, opp, row, 'snoozed', until, by FROM snooze
      WHERE at > coalesce((SELECT present FROM life), at) ORDER BY at;
      """)
}
