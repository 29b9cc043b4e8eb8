internal import OppEngine
internal import OppJSON
internal import OppModel

/// A report as JSON Lines: the truths of each Opp, of its parts and its rows, then the firings
///
/// ```
/// {"type":"truth","opp":"Walk","truth":"true","from":"2026-06-21T10:00:00Z","to":"2026-06-21T11:00:00Z"}
/// {"type":"truth","opp":"Walk","part":"sky == sunny","truth":"false","from":…,"to":…}
/// {"type":"firing","opp":"Walk","at":"2026-06-21T10:00:00Z","text":"Go out."}
/// ```
package struct ReportLines {
  private let report: Report
  private let console: Console

  package init(_ report: Report, _ console: Console) {
    self.report = report
    self.console = console
  }

  /// Prints the lines in the order of the rules, and the firings in that of time
  package func print() {
    var firings: [(opp: Int, firing: ReportedFiring)] = []
    for (index, opp) in report.opps.enumerated() {
      if let whole = opp.whole { print(opp.name, "", whole) }
      for lane in opp.parts { print(opp.name, "part", lane) }
      for lane in opp.rows { print(opp.name, "row", lane) }
      firings += opp.firings.map { (index, $0) }
    }
    firings.sort { ($0.firing.at, $0.opp) < ($1.firing.at, $1.opp) }
    // A firing that only records is among the records.
    for (opp, firing) in firings where firing.notifies { print(report.opps[opp].name, firing) }
    for opp in report.opps { for record in opp.records { print(opp.name, record) } }
  }

  /// Prints a line for each interval of truth
  ///
  /// - Parameter kind: `part` or `row`, whose label is said; empty for the whole.
  private func print(_ opp: String, _ kind: String, _ lane: TruthLane) {
    for stretch in lane.stretches {
      let from = max(stretch.from.seconds, report.axis.known.lowerBound)
      let to = min(stretch.to.seconds, report.axis.known.upperBound)
      guard from < to else { continue }
      console.line(
        JSONText.object { json in
          json.member("type", string: "truth")
          json.member("opp", string: opp)
          if !kind.isEmpty { json.member(kind, string: lane.key ?? lane.label) }
          if let key = lane.key, key != lane.label { json.member("label", string: lane.label) }
          json.member("truth", string: Self.name(of: stretch.truth))
          json.member("from", string: Instant(seconds: from).rfc3339)
          json.member("to", string: Instant(seconds: to).rfc3339)
        })
    }
  }

  /// Prints a firing
  private func print(_ opp: String, _ firing: ReportedFiring) {
    console.line(
      JSONText.object { json in
        json.member("type", string: "firing")
        json.member("opp", string: opp)
        if let row = firing.key { json.member("row", string: row) }
        json.member("at", string: firing.at.rfc3339)
        if let text = firing.text { json.member("text", string: text) }
        if let (answer, at) = firing.answer {
          json.member("answer", string: answer.name)
          json.member("answered", string: at.rfc3339)
        }
      })
  }

  /// Prints a record
  private func print(_ opp: String, _ record: ReportedRecord) {
    console.line(
      JSONText.object { json in
        json.member("type", string: "record")
        json.member("opp", string: opp)
        if let row = record.key { json.member("row", string: row) }
        json.member("table", string: record.table)
        json.member("at", string: record.at.rfc3339)
      })
  }

  /// The truth as the formats write it
  private static func name(of truth: Truth) -> String {
    switch truth {
    case .true: "true"
    case .false: "false"
    case .unknown: "unknown"
    }
  }
}
