extension Migration {
  /// Version 5: the readings that charts read
  ///
  /// A row of `reading` is a reading of one source with the values of its parameters, and those after it that repeat it: it
  /// counts from `at` until the next row, and no longer than until the second `until`; NULL for ever. `parameters` and `fields` are
  /// written like entries of `memory`.
  ///
  /// ```
  /// room    '0'  1782129600  1782129480  1782133081  '1 F 1 5:level + 21'      read at 12:00, of 11:58, fresh for an hour
  /// room    '0'  1782135600  1782135600  NULL        ''                        it could not be read any more
  /// ```
  ///
  /// `instant` is that of the first of them. For the calendar, a row with empty `parameters` has the turns between busy and free.
  static let fifth = Migration(
    script: """
      CREATE TABLE reading (
        source TEXT NOT NULL,
        parameters TEXT NOT NULL,
        at INTEGER NOT NULL,
        instant INTEGER NOT NULL,
        until INTEGER,
        fields TEXT NOT NULL,
        PRIMARY KEY (source, parameters, at)
      ) STRICT, WITHOUT ROWID;
      """)
}
