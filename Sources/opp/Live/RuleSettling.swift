internal import OppModel
internal import OppOutputs
internal import OppSemantics

/// The rule files as they are after a change
enum ChangedRules {
  /// Rules that can be run
  case rules(LiveRules)

  /// Rules with errors, which have been reported
  case broken

  /// A file or folder that is not there, or cannot be read
  case unreadable(CommandFailure)
}

/// The time for which files must stay as they are until the parts that they lack count as removed
///
/// Editors and tools save in steps: they empty a file, write half of it, or remove it and put another in its place. So rules that
/// lack something which the present ones have, and files that are gone, are no change as long as it may be such a step:
///
/// ```
/// 12:00:00.0  rules.opp is empty            lacks "Tea", "Walk" and the notifier      begin: until 12:00:05
/// 12:00:00.4  rules.opp has one half        lacks "Walk"                              begin: until 12:00:05
/// 12:00:00.5  rules.opp is whole            lacks nothing                             end: it counts at once
/// ```
struct RuleSettling {
  /// In seconds
  static let time: Int64 = 5

  /// The instant at which it is over; nil while nothing is awaited
  private(set) var until: Instant?

  /// Restarts the wait at each change of the files
  mutating func begin(at now: Instant) { until = now.advanced(by: Self.time) }

  mutating func end() { until = nil }

  /// `true` once, at its end
  mutating func isOver(at now: Instant) -> Bool {
    guard let until, until <= now else { return false }
    end()
    return true
  }
}

extension LiveRules {
  /// `true` if these rules have nothing at all, or lack something that others have
  func lacks(anythingOf others: LiveRules) -> Bool {
    #if Relapses
      if Relapse.isOn(.emptyFileCounts) { return false }
    #endif
    return declared.isEmpty || !others.declared.isSubset(of: declared)
  }

  /// The Opps with their clauses, the charts, the connections and the settings, each as a text
  private var declared: Set<String> {
    let graph = checked.analysis.graph
    var result: Set<String> = []
    for rule in graph.rules {
      let clauses: [(String, Bool)] = [
        ("", true), ("for each", rule.rows != nil), ("on", !rule.events.isEmpty),
        ("when", rule.condition != nil), ("notify", rule.text != nil),
        ("to", rule.recipient != nil), ("with", !rule.payload.isEmpty),
        ("record", rule.record != nil), ("at most", rule.limit != nil),
        ("again", rule.repetition != nil), ("expires", rule.expires != nil),
        ("urgent", rule.isUrgent), ("disabled", rule.isDisabled),
      ]
      for (clause, isThere) in clauses where isThere {
        result.insert("opp \(rule.name)\n\(clause)")
      }
    }
    for chart in graph.charts { result.insert("chart \(chart.name)") }
    for connection in checked.analysis.connections {
      result.insert("connect \(connection.target)\n\(connection.recipient ?? "")")
    }
    let settings: [(String, Bool)] = [
      ("zone", graph.settings.zone != nil), ("quiet", graph.settings.quiet != nil),
      ("budget", graph.settings.budget != nil),
    ]
    for (setting, isThere) in settings where isThere { result.insert("set \(setting)") }
    return result
  }
}
