import OppEngine
import OppModel

/// `set quiet` (second edition, §7)
extension ReferenceOpp {
  /// "C is taken at the firing and, while something waits, at each second after; it is told at the first second at which C is
  /// not true (unknown is not quiet). Of several firings of one Opp and row that waited, only the latest is told."
  mutating func settleDeliveries() {
    // "`urgent` ignores it"; who notifies nobody has nothing to deliver.
    guard let quiet = evaluator.graph.settings.quiet, !rule.isUrgent, rule.text != nil else {
      return
    }
    let truths = evaluator.truths(of: quiet)
    func isQuiet(at second: Int64) -> Bool { truths[Int(second - evaluator.begin)] == .true }
    let seconds = firings.map { $0.instant.seconds }
    for place in firings.indices where isQuiet(at: seconds[place]) {
      firings[place].delivery = .waiting
      for second in seconds[place] + 1..<max(evaluator.end, seconds[place] + 1) {
        // "Has not been delivered by D after its firing (that second included)".
        if let lifetime = rule.expires, second - seconds[place] > lifetime {
          firings[place].delivery = .expired
        } else if isAnswered(at: second) {
          firings[place].delivery = .answered
        } else if !isQuiet(at: second) {
          firings[place].delivery = .later(Instant(seconds: second))
        } else if seconds.contains(second) {
          firings[place].delivery = .superseded
        } else {
          continue
        }
        break
      }
    }
  }

  /// "A firing that waits is delivered no more" once it is answered
  private func isAnswered(at second: Int64) -> Bool {
    answers.contains { $0.second == second && ($0.answer != .snoozed || $0.end > second) }
  }
}
