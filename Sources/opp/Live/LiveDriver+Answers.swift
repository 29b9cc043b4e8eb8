internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppStore

extension LiveDriver {
  /// The answers of a recording, for the history; each row of the store that one is to
  func recordedAnswers(in arrived: [Arrival], at now: Instant) -> [StoredAnswer] {
    let records = FiringRecords(graph: rules.graph, zone: rules.zone)
    var result: [StoredAnswer] = []
    for case .answer(let given) in arrived {
      guard let rule = rules.graph.rules.firstIndex(where: { $0.name == given.opp }) else {
        continue
      }
      let until =
        given.answer == .snoozed
        ? given.until ?? now.advanced(by: rules.graph.rules[rule].snooze) : nil
      var rows = [""]
      if let row = given.row {
        let text = RowText(rules.graph)
        rows = session.engine.rows(ofRule: rule).filter {
          RowText.isSpelling(row, of: text.text(of: $0))
        }.map { records.row($0) }
      }
      for row in rows {
        result.append(
          StoredAnswer(
            number: 0, at: now, opp: given.opp, row: row, answer: given.answer,
            until: until, by: "answers"))
      }
    }
    return result
  }
}
