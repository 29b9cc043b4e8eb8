package import OppModel

/// The sources and tables that a daemon is to fetch again, on behalf of commands
extension Store {
  /// The prefix of the names of sources and tables that are to be fetched again, among the tokens
  private static let refreshToken = "refresh "

  /// The token of the names that a daemon fetches, in lines
  private static let namesToken = "refreshable"

  /// Makes a daemon fetch something again
  ///
  /// - Parameter name: that of a source or table; nil for everything.
  package func refresh(_ name: String?, at now: Instant) throws(StoreFailure) {
    try keepToken(Self.refreshToken + (name ?? ""), now.rfc3339)
  }

  /// The refreshes that no step has carried out yet, in the order of their names
  package func refreshes() throws(StoreFailure) -> [StoredRefresh] {
    let tokens = try loadTokens().filter { $0.key.hasPrefix(Self.refreshToken) }
    return tokens.sorted { $0.key < $1.key }.map { token, content in
      let name = token.dropFirst(Self.refreshToken.count)
      return StoredRefresh(name: name.isEmpty ? nil : String(name), requested: content)
    }
  }

  /// Forgets a refresh that has been carried out; a later one of the same name stays
  ///
  /// - Requires: a transaction.
  func forget(_ refresh: StoredRefresh) throws(StoreFailure) {
    try database.run(
      "DELETE FROM token WHERE name = ?1 AND content = ?2",
      .text(Self.refreshToken + (refresh.name ?? "")), .text(refresh.requested))
  }

  /// Records for commands the names of the sources and tables that a daemon fetches
  package func declareRefreshable(_ names: [String]) throws(StoreFailure) {
    try keepToken(Self.namesToken, names.joined(separator: "\n"))
  }

  /// The sources and tables that the daemon fetches, by name
  package func refreshable() throws(StoreFailure) -> [String] {
    (try loadTokens()[Self.namesToken] ?? "").split(separator: "\n").map(String.init)
  }
}

/// A refresh that a person has requested
package struct StoredRefresh: Hashable, Sendable {
  /// The source or table; nil for everything
  package let name: String?

  /// The time of the request, as the store has it
  package let requested: String
}
