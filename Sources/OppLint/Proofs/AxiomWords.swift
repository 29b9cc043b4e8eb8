internal import OppAnalysis

extension Axiom {
  /// The law in the words of a note
  var words: String {
    switch law {
    case .percentage: "a percentage lies in 0%..100%"
    case .notNegative: "a speed, a distance and a time left are never below zero"
    case .freeLimit: "`free` is at most 3650 days"
    case .freeWhileBusy: "`free` is 0 while `busy`"
    case .endsAfterBeginning: "an event does not end before it begins"
    }
  }
}
