internal import OppEngine
package import OppModel
internal import OppReplay

extension ConditionGraph {
  /// These rules without the limits that leave it open what their events compare with
  ///
  /// An event compares with the last known value. A session fetches nothing for an Opp whose limit is reached, and so
  /// does not know what a replay of the whole recording knows.
  ///
  /// - Returns: `nil` if one of those limits keeps rules that read each other's firings or records from firing without end.
  package var withoutUntoldEvents: ConditionGraph? {
    var copy = self
    for place in rules.indices where rules[place].limit != nil && rules[place].comparesInEvents {
      if rules[place].record != nil || rules(behind: place) != [place] { return nil }
      copy.rules[place].limit = nil
    }
    return copy
  }
}

extension Rule {
  /// `true` if an event of it compares with what was known before
  fileprivate var comparesInEvents: Bool {
    events.contains { event in
      switch event {
      case .becomes, .changes, .rowAdded, .rowRemoved: true
      case .timeOfDay, .sun, .instant, .every: false
      }
    }
  }
}
