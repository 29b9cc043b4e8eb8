/// A length of time in whole units, for sentences
package enum DurationText {
  /// `45 s`, `90 min`, `5 h`, `3 d`
  package static func text(_ seconds: Int64) -> String {
    for (unit, length) in [("d", 86_400), ("h", 3600), ("min", 60)] as [(String, Int64)]
    where seconds >= 2 * length || seconds == length {
      return "\(seconds / length) \(unit)"
    }
    return "\(seconds) s"
  }
}
