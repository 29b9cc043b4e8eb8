extension Migration {
  /// Version 4: firings that wait until it is quiet no longer
  ///
  /// Such a firing is `held`, and then `waiting`, `superseded` or `dismissed`; earlier versions know neither word. The partial
  /// index `firing_held` stays as small as the number of held firings.
  ///
  /// ```
  /// firing    17, '2026-06-21T23:10:00Z/Door', 'Door', …, 'superseded', …
  /// firing    18, '2026-06-22T02:40:00Z/Door', 'Door', …, 'held', …
  /// ```
  ///
  /// A firing that waits for the end of quiet hours in a store of an earlier version has that end as its `next`, and is delivered
  /// then.
  static let fourth = Migration(
    script: """
      CREATE INDEX firing_held ON firing (number) WHERE state = 'held';
      """)
}
