internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSession

extension RoundLapse {
  /// The message for people, in one line
  ///
  /// ```
  /// hall (json): its readings count for 20 min, and this round is 25 min after the one before; holds and windows of "Hot" have …
  /// ```
  ///
  /// - Parameter distance: the seconds between the beginnings of the last two rounds.
  func message(distance: Int64) -> String {
    let (counts, apart) = (DurationText.text(freshness), DurationText.text(distance))
    let advice =
      distance >= freshness
      ? "Run rounds more often than that, or write a longer `fresh for`."
      : "Its last reading did not count until this round; `--every` tells rounds how far apart they are."
    return """
      \(provider): its readings count for \(counts), and this round is \(apart) after the one before; \
      holds and windows of \(names) have a gap in between. \(advice)
      """
  }

  /// `"Hot"`, `"Hot" and "Used"`, `"Hot" and 2 more`
  private var names: String {
    let first = ValueNotation.textLiteral(opps.first ?? "")
    return switch opps.count {
    case ...1: first
    case 2: "\(first) and \(ValueNotation.textLiteral(opps[1]))"
    default: "\(first) and \(opps.count - 1) more"
    }
  }
}
