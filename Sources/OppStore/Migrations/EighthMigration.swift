extension Migration {
  /// Version 8: the name by which a person knows the row of a firing
  ///
  /// `title` of `firing` is the title, subject or name that the row had; NULL for a row without one, and for firings of before.
  static let eighth = Migration(script: "ALTER TABLE firing ADD COLUMN title TEXT;")
}
