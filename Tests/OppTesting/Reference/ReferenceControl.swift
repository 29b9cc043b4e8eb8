package import OppEngine
internal import OppModel

/// A person's override of an Opp, and the first second at which it counts
package struct ReferenceControl: Sendable {
  package let second: Int64
  package let change: ControlChange

  package init(_ change: ControlChange, countsFrom second: Int64) {
    self.second = second
    self.change = change
  }

  /// `true` if it disables the Opp, `false` if it enables it, or `nil`
  var disables: Bool? {
    switch change {
    case .enable: false
    case .disable: true
    case .snooze, .endSnooze: nil
    }
  }

  /// The end that it gives to a snooze, or `nil`
  var end: Int64? {
    switch change {
    case .enable, .endSnooze: second
    case .snooze(_, _, let until): max(until.seconds, second)
    case .disable: nil
    }
  }

  /// `true` if it begins a snooze where there is none
  var begins: Bool {
    if case .snooze = change { true } else { false }
  }

  /// The key of the only row that it concerns, or `nil`
  var row: [Value]? {
    switch change {
    case .enable, .disable: nil
    case .snooze(_, let row, _), .endSnooze(_, let row): row
    }
  }

  /// `true` if it concerns an Opp, of a row with a text as its key
  ///
  /// - Parameter row: the text, or `nil` for an Opp without `for each`.
  func concerns(_ rule: Rule, row: String?) -> Bool {
    let name =
      switch change {
      case .enable(let opp), .disable(let opp), .snooze(let opp, _, _), .endSnooze(let opp, _): opp
      }
    guard name == rule.name else { return false }
    return self.row == nil || self.row == row.map { [.text($0)] }
  }
}
