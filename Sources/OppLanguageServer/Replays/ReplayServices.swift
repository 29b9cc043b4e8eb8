/// The facts about a rule set that only its recording has
///
/// The folder of the rule set is the root; the texts are those of the snapshot, saved or not.
package struct ReplayServices {
  /// The firings over the whole recording
  package var firings: (_ snapshot: RuleSetSnapshot, _ root: String) -> ReplayedFirings

  /// The text that `opp why` prints for an Opp, by its name
  ///
  /// The instant is one as `--at` takes it; nil is the end of the recording. Where there is no recording, the text says
  /// what is missing.
  package var why:
    (_ snapshot: RuleSetSnapshot, _ root: String, _ opp: String, _ at: String?) -> String

  /// Writes a text for people into the cache, under a name; nil where it cannot be written
  package var document: (_ name: String, _ text: String) -> String?

  package init(
    firings: @escaping (RuleSetSnapshot, String) -> ReplayedFirings,
    why: @escaping (RuleSetSnapshot, String, String, String?) -> String,
    document: @escaping (String, String) -> String?
  ) {
    self.firings = firings
    self.why = why
    self.document = document
  }
}

/// The firings of a rule set over its recording
package enum ReplayedFirings: Hashable, Sendable {
  /// By the names of Opps; those that are not in it never fired
  case counted([String: Count], from: String, to: String)

  /// The reason why there was no replay
  case missing(String)

  package struct Count: Hashable, Sendable {
    package var count: Int

    /// The instant of the last firing, local
    package var last: String

    package init(count: Int, last: String) {
      self.count = count
      self.last = last
    }
  }

  /// The line beside the name of an Opp
  package func title(of opp: String) -> String {
    switch self {
    case .missing(let reason): return reason
    case .counted(let counts, let from, let to):
      guard let own = counts[opp] else { return "never fired · data from \(from) to \(to)" }
      let times = own.count == 1 ? "once" : "\(own.count) times"
      return "fired \(times) · last \(own.last) · data from \(from) to \(to)"
    }
  }
}
