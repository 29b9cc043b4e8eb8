internal import OppEngine
internal import OppModel

/// The answers to one Opp, or to one row of it, in the order of time
///
/// §1: an answer is "to all firings of that Opp and row (no row: of all its rows) of earlier seconds that are `unanswered`
/// or `snoozed`. It counts from the first second not before it."
struct ReferenceAnswers {
  /// An answer, the second from which it counts, and, of a snooze, its end
  struct Entry {
    let second: Int64
    let answer: Answer
    let end: Int64
  }

  let entries: [Entry]

  /// The overrides that give a snooze another end
  private let controls: [ReferenceControl]

  /// - Parameters:
  ///   - row: the text of the row; empty for an Opp without `for each`.
  ///   - begin: the first second of memory.
  init(
    _ arrivals: [ReferenceArrival], _ controls: [ReferenceControl] = [], rule: Rule, row: String,
    begin: Int64, firstSeen: Int64? = nil
  ) {
    self.controls = controls.filter { $0.concerns(rule, row: row) && $0.end != nil }

    var entries: [Entry] = []
    for arrival in arrivals {
      guard case .answer(let given) = arrival.arrival, given.opp == rule.name,
        given.row == nil || given.row == row
      else { continue }
      let second = max(arrival.at.seconds, begin)
      // Nobody answers to a row that has not been there yet.
      if given.row != nil, let firstSeen, second < firstSeen { continue }
      let end = given.until?.seconds ?? second + rule.snooze
      if given.answer == .snoozed, end <= second { continue }
      entries.append(Entry(second: second, answer: given.answer, end: end))
    }
    self.entries = entries
  }

  /// The answer to a firing over time: from which second it is what, and when it was given
  func states(ofFiringAt fired: Int64) -> [(from: Int64, answer: Answer, answered: Int64?)] {
    var states: [(from: Int64, answer: Answer, answered: Int64?)] = [(fired + 1, .unanswered, nil)]
    var snoozedUntil: Int64?
    var controls = controls.filter { $0.second > fired + 1 }[...]
    for entry in entries where entry.second > fired {
      // An override counts before an answer of its second.
      while let control = controls.first, control.second <= entry.second {
        controls.removeFirst()
        if let end = snoozedUntil, end >= control.second { snoozedUntil = control.end }
      }
      if let end = snoozedUntil, end <= entry.second {
        states.append((end, .unanswered, nil))
        snoozedUntil = nil
      }
      if entry.answer == .snoozed {
        states.append((entry.second, .snoozed, nil))
        snoozedUntil = entry.end
      } else {
        states.append((entry.second, entry.answer, entry.second))
        return states
      }
    }
    for control in controls {
      if let end = snoozedUntil, end >= control.second { snoozedUntil = control.end }
    }
    if let end = snoozedUntil { states.append((end, .unanswered, nil)) }
    return states
  }
}

extension ReferenceFiring {
  /// The rows of the tables of firings that this is over time
  ///
  /// - Parameter ended: "the first second after the firing at which the Opp's condition for that row is known to be false".
  func rows(
    in graph: ConditionGraph, _ arrivals: [ReferenceArrival], _ controls: [ReferenceControl],
    begin: Int64, ended: Int64?
  ) -> [ReferenceArrival] {
    let rule = graph.rules[self.rule]
    var key = ""
    for case .text(let text) in row?.key ?? [] { key = text }
    let answers = ReferenceAnswers(arrivals, controls, rule: rule, row: key, begin: begin)
    var result: [ReferenceArrival] = []
    for (index, table) in graph.tables.enumerated() {
      guard let firings = table.firings, firings.includes(rule.name) else { continue }
      for state in Self.ending(answers.states(ofFiringAt: instant.seconds), at: ended) {
        let values: [Value?] = [
          .text(rule.name), .text(key), .scalar(Double(instant.seconds)), .text(text ?? ""),
          state.answer.value, state.answered.map { .scalar(Double($0)) },
          ended.flatMap { $0 <= state.from ? .scalar(Double($0)) : nil },
        ]
        result.append(
          ReferenceArrival(
            at: Instant(seconds: state.from),
            arrival: .rows(
              TableChange(
                table: TableID(index: Int32(index)), rows: [values], removedKeys: []))))
      }
    }
    return result
  }

  /// The states of a firing over time, with one more at its end
  private static func ending(
    _ states: [(from: Int64, answer: Answer, answered: Int64?)], at ended: Int64?
  ) -> [(from: Int64, answer: Answer, answered: Int64?)] {
    guard let ended, let before = states.lastIndex(where: { $0.from <= ended }),
      states[before].from < ended
    else { return states }
    var result = states
    result.insert((ended, states[before].answer, states[before].answered), at: before + 1)
    return result
  }
}
