internal import OppModel

/// A chart that two versions of a rule set have in other ways
package struct ChartChange: Hashable, Sendable {
  package let name: String
  package let kind: Kind

  package enum Kind: Hashable, Sendable {
    case added
    case removed
    case changed
  }
}

extension ChartChange {
  /// The charts that differ: those of the new version in its order, then those that are gone
  ///
  /// - Parameters:
  ///   - charts: the charts of the old version and of the new one.
  ///   - meanings: the fingerprints of a node of each of them.
  static func changes(
    _ charts: (old: [Chart], new: [Chart]),
    _ meanings: (old: (NodeID) -> Fingerprint, new: (NodeID) -> Fingerprint)
  ) -> [ChartChange] {
    var changes: [ChartChange] = []
    for chart in charts.new {
      guard let before = charts.old.first(where: { $0.name == chart.name }) else {
        changes.append(ChartChange(name: chart.name, kind: .added))
        continue
      }
      if before.meaning(meanings.old) != chart.meaning(meanings.new) {
        changes.append(ChartChange(name: chart.name, kind: .changed))
      }
    }
    for chart in charts.old where !charts.new.contains(where: { $0.name == chart.name }) {
      changes.append(ChartChange(name: chart.name, kind: .removed))
    }
    return changes
  }
}

extension Chart {
  /// The meaning of a chart but for its name
  fileprivate func meaning(_ fingerprint: (NodeID) -> Fingerprint) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(period.name)
    hasher.add(Int64(count))
    hasher.add(fingerprint(value))
    for node in [rows?.predicate, rows?.value] {
      hasher.add(byte: node == nil ? 0 : 1)
      if let node { hasher.add(fingerprint(node)) }
    }
    return hasher.fingerprint
  }
}
