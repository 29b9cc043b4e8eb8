package import OppEngine
package import OppModel
internal import OppSession

extension SessionMemoryChange {
  /// The change of a memory that has an engine alone
  package init(_ change: MemoryChange, since begins: Instant) {
    self.init(set: ["session": "1 \(begins.seconds) \(change.present.seconds) -"])
    for entry in change.entries {
      if let content = entry.content { set[entry.key] = content } else { removed.append(entry.key) }
    }
  }
}
