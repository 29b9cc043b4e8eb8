extension Migration {
  /// Version 7: the advice for a fetch that failed
  ///
  /// `remedy` of `fetch` is a sentence without its full stop, such as `Check the port`; NULL for the advice of the outcome.
  static let seventh = Migration(script: "ALTER TABLE fetch ADD COLUMN remedy TEXT;")
}
