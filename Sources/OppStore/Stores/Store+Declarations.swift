/// The Opps of the rules that a daemon works on
extension Store {
  /// Records the Opps of the rules, in place of those recorded before
  ///
  /// The state of an Opp that is no longer there is kept: it may come back.
  ///
  /// - Parameter zone: the name of the zone of the rules; nil if they are in that of the system.
  package func declare(_ opps: [DeclaredOpp], zone: String? = nil) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try keepToken(Self.zoneToken, zone)
      try database.run("DELETE FROM declared")
      for opp in opps {
        try database.run(
          "INSERT OR REPLACE INTO declared (opp, colour, snooze, disabled) VALUES (?1, ?2, ?3, ?4)",
          .text(opp.name), opp.colour.map { .integer(Int64($0)) } ?? .null,
          .integer(opp.snooze), .flag(opp.isDisabled))
      }
    }
  }

  /// The token that names the zone of the rules
  private static let zoneToken = "zone of the rules"

  /// The name of the zone of the rules as last recorded; nil if they are in that of the system
  package func declaredZone() throws(StoreFailure) -> String? {
    try loadTokens()[Self.zoneToken]
  }

  /// The Opps of the rules as last recorded, by name; empty if no daemon has run here yet
  package func loadDeclared() throws(StoreFailure) -> [DeclaredOpp] {
    try database.rows("SELECT opp, colour, snooze, disabled FROM declared ORDER BY opp") {
      (row) throws(StoreFailure) in
      DeclaredOpp(
        name: row.text(0), colour: row.isNull(1) ? nil : Int32(clamping: row.integer(1)),
        snooze: row.integer(2), isDisabled: row.flag(3))
    }
  }
}
