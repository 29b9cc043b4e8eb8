extension Migration {
  /// Version 9: the messages of services that send them until they are acknowledged
  ///
  /// `connection` is the name of the connection, `identity` the number of the message there and a fingerprint. `taken` is 1 once a step has taken it;
  /// from then on `content` is needed until the second `until`, and is empty if that is NULL. Of each connection the last thousand
  /// identities stay, by which a message that comes again is known.
  ///
  /// ```
  /// 17  'kitchen (mqtt)'  '7 5c7709ba3a0eb0c5'  1782129600  '12 home/kitchen{"temperature":21.5}'  NULL        0
  /// 18  'presses (mqtt)'  '3 0b2d1f63c4f97cbb'  1782129600  '11 home/switchsingle'                1782216000  1
  /// ```
  static let ninth = Migration(
    script: """
      CREATE TABLE message (
        number INTEGER PRIMARY KEY,
        connection TEXT NOT NULL,
        identity TEXT NOT NULL,
        at INTEGER NOT NULL,
        content TEXT NOT NULL,
        until INTEGER,
        taken INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX message_by_identity ON message (connection, identity);
      CREATE INDEX message_until ON message (until) WHERE until IS NOT NULL;
      """)
}
