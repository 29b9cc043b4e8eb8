package import OppModel

/// The sources and tables that a daemon is to fetch again, on behalf of commands
extension Store {
  /// The prefix of the names of what is to be fetched again, among the tokens
  private static let refreshToken = "refresh "

  /// The token of the names that a daemon fetches, in lines
  private static let namesToken = "refreshable"

  /// Makes a daemon fetch something again
  ///
  /// - Parameter name: that of a source or table; nil for everything.
  package func refresh(_ name: String?, at now: Instant) throws(StoreFailure) {
    try keepToken(Self.refreshToken + (name ?? ""), now.rfc3339)
  }

  /// The names of what is to be fetched again, which is then forgotten; nil among them for everything
  package func takeRefreshes() throws(StoreFailure) -> [String?] {
    try database.transaction { () throws(StoreFailure) in
      var names: [String?] = []
      for token in try loadTokens().keys.sorted() where token.hasPrefix(Self.refreshToken) {
        let name = token.dropFirst(Self.refreshToken.count)
        names.append(name.isEmpty ? nil : String(name))
        try keepToken(token, nil)
      }
      return names
    }
  }

  /// Records for commands what a daemon fetches
  package func declareRefreshable(_ names: [String]) throws(StoreFailure) {
    try keepToken(Self.namesToken, names.joined(separator: "\n"))
  }

  /// The sources and tables that the daemon fetches, by name
  package func refreshable() throws(StoreFailure) -> [String] {
    (try loadTokens()[Self.namesToken] ?? "").split(separator: "\n").map(String.init)
  }
}
