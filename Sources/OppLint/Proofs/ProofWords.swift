internal import OppAnalysis
internal import OppModel

extension Axiom {
  /// The law in the words of a note
  ///
  /// Below `busy and free >= 1h` the linter prints the one of ``Law/freeWhileBusy``.
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

extension LintSubject {
  /// The day and the time of an example: `Wednesday 3 June 2026 at 12:00`
  ///
  /// In UTC if the zone of the rules is not known.
  func words(of witness: Witness) -> String {
    let local = (settings.zone ?? .utc).local(at: witness.instant)
    let weekday = CivilDate.weekdayNames[local.date.weekday]
    let seconds = Int64(local.secondOfDay)
    // The clock has hours and minutes; seconds are added if they are not 0.
    let rest = seconds % 60 == 0 ? "" : (seconds % 60 < 10 ? ":0" : ":") + "\(seconds % 60)"
    return "\(weekday) \(local.date.words) at \(clockText(seconds))\(rest)"
  }
}
