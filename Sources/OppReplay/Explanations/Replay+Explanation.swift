internal import OppEngine
package import OppModel

extension Replay {
  /// Explains an Opp at an instant, in the light of the whole recording
  ///
  /// The recording shows since when and until when a part holds; after its end, only changes that are known
  /// ahead count.
  ///
  /// - Parameter row: the key of the row to explain; if it is `nil`, the first row that is true is explained, else the
  ///   row that is nearest to being true.
  package func explain(rule: Int, row: [Value]? = nil, at instant: Instant) -> OppExplanation {
    var run = ExplanationRun(self, rule: rule, row: row, at: instant)
    while run.advance(by: .max) {}
    return run.result
  }

  /// The rows of an Opp that is `for each`, in the order of their keys, at an instant
  package func rows(of rule: Int, at instant: Instant) -> [RowID] {
    engine(at: max(instant, begins), rules: graph.rules(behind: rule)).rows(ofOpps: rule)
  }
}

extension Engine {
  /// The number of rows that are compared to find the one that is nearest to being true
  private static let comparedRowLimit = 200

  /// The first row that is true; else the one that can be true soonest, of several such the one of which
  /// least is false, of several such the first
  mutating func nearestOpp(of rule: Int) -> OppID? {
    let opps = opps(of: rule)
    var present: [OppID] = []
    for opp in opps {
      if truth(ofOpp: opp) == .true { return opp }
      if hasPresentRow(opp) { present.append(opp) }
    }
    var best: (opp: OppID, possible: Int64, wrong: Int)?
    for opp in (present.isEmpty ? opps : present).prefix(Self.comparedRowLimit) {
      guard let condition = explanation(ofOpp: opp) else { continue }
      let possible = possibleSecond(condition)
      let wrong = condition.falseLeafCount
      if let best, (best.possible, best.wrong) <= (possible, wrong) { continue }
      best = (opp, possible, wrong)
    }
    return best?.opp ?? opps.first
  }

  /// The second at which a condition can be true at the earliest; the greatest there is for none
  private mutating func possibleSecond(_ condition: Explanation) -> Int64 {
    // A row that has to change first is further away than one that only has to wait.
    switch possibility(of: condition.instance, changesRows: false) {
    case .afterReading: present.advanced(by: 1).seconds
    case .from(let instant): instant.seconds
    case .notWithinSearch: .max
    }
  }

  /// The Opp of a key; without one the first that is true, else unknown, else any
  func opp(of rule: Int, key: [Value]?) -> OppID? {
    var best: (opp: OppID, truth: Truth)?
    for opp in opps(of: rule) {
      let own = self.key(ofOpp: opp)
      guard key == nil || own == key else { continue }
      let truth = truth(ofOpp: opp)
      if best.map({ $0.truth < truth }) ?? true { best = (opp, truth) }
    }
    return best?.opp
  }
}
