/// The reports of diagnostics that a client has pulled, and the rule sets of which these were not the whole
///
/// ```
/// pull of version 7, being checked     an excerpt's problems, id 1c     partial: its rule set
/// check and linter end                 the problems have the id 9f      1c ≠ 9f: the client is requested to pull again
/// ```
struct PulledReports {
  /// The id of the last report of each file, by its URI, with the root of its rule set
  private var ids: [String: (id: String, root: String)] = [:]

  /// The roots of the rule sets of which a report was given before the linter had ended
  private(set) var partialRoots: Set<String> = []

  /// Notes a report that the client gets
  mutating func add(_ id: String, of uri: String, root: String, isWhole: Bool) {
    ids[uri] = (id, root)
    if !isWhole { partialRoots.insert(root) }
  }

  /// Notes that the whole of a rule set is known, or that its texts have changed since
  mutating func settle(_ root: String) { partialRoots.remove(root) }

  /// `true` if the client has another report of a file than the one of an id
  func isOutdated(_ uri: String, root: String, id: String) -> Bool {
    guard let known = ids[uri], known.root == root else { return false }
    return known.id != id
  }
}
