internal import OppModel

/// A rule to begin with, which fires with the values of the file
package struct SketchedRule {
  /// Between the name and `notify`: `when probe.temp > 20C`, `for each item in bins when …`
  let clauses: String

  /// The text of the notification
  let text: String

  /// The days to replay, of which the last one is left out; `nil` for all of the recording
  var days: (from: CivilDate, until: CivilDate)?

  init(_ clauses: String, _ text: String, days: (from: CivilDate, until: CivilDate)? = nil) {
    self.clauses = clauses
    self.text = text
    self.days = days
  }

  /// The rule under the name of its source or table
  package func code(_ name: String) -> String { "opp \"\(name)\" \(clauses) notify \"\(text)\"" }

  /// The options of `opp eval` that replay the days: `--from 2026-06-20T00:00 --to 2026-06-25T00:00`
  package var evaluation: String? {
    days.map { "--from \($0.from.iso8601)T00:00 --to \($0.until.iso8601)T00:00" }
  }
}
