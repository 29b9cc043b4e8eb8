internal import OppModel

/// Responses of services that need not be requested again
extension Store {
  /// The kept response for an address; nil if it was never requested
  package func address(_ text: String) throws(StoreFailure) -> KnownAddress? {
    try database.rows(
      "SELECT text, latitude, longitude FROM address WHERE text = ?1", [.text(text)]
    ) { (row) throws(StoreFailure) in try address(row) }.first
  }

  /// Every address that was ever looked up, by text
  package func loadAddresses() throws(StoreFailure) -> [KnownAddress] {
    try database.rows("SELECT text, latitude, longitude FROM address ORDER BY text") {
      (row) throws(StoreFailure) in try address(row)
    }
  }

  /// The address in a row of text, latitude and longitude: a latitude of NULL is an address that is nowhere
  private func address(_ row: Statement) throws(StoreFailure) -> KnownAddress {
    guard !row.isNull(1) else { return KnownAddress(text: row.text(0), position: nil) }
    guard let position = Position(latitude: row.real(1), longitude: row.real(2)) else {
      throw failure(.corrupt)
    }
    return KnownAddress(text: row.text(0), position: position)
  }

  /// Keeps the position of an address, or that it has none
  func keep(_ address: KnownAddress, at: Instant) throws(StoreFailure) {
    try database.run(
      "INSERT OR REPLACE INTO address (text, latitude, longitude, at) VALUES (?1, ?2, ?3, ?4)",
      .text(address.text), address.position.map { .real($0.latitude) } ?? .null,
      address.position.map { .real($0.longitude) } ?? .null, .instant(at))
  }

  /// The positions of connectors in their services, by the names that they gave
  package func loadTokens() throws(StoreFailure) -> [String: String] {
    var tokens: [String: String] = [:]
    _ = try database.rows("SELECT name, content FROM token") { (row) throws(StoreFailure) in
      tokens[row.text(0)] = row.text(1)
    }
    return tokens
  }

  /// Keeps a token; nil deletes it
  func keepToken(_ name: String, _ content: String?) throws(StoreFailure) {
    guard let content else {
      return try database.run("DELETE FROM token WHERE name = ?1", .text(name))
    }
    try database.run(
      "INSERT OR REPLACE INTO token (name, content) VALUES (?1, ?2)", .text(name), .text(content))
  }
}
