internal import OppModel

/// Interpolated texts: pieces as people write them; "an unknown inside a text prints `?`" (§7)
extension ReferenceEvaluator {
  func text(_ pieces: [TextPiece], at second: Int64, _ rows: ChosenRows) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .value(let id, let format):
        valueText(value(id, at: second, rows), graph[id].type, format)
      }
    }.joined()
  }

  func valueText(_ value: Value?, _ type: ValueType, _ format: ValueFormat? = nil) -> String {
    let zone = clock.zone
    return ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      units: graph.settings.units,
      localTime: { instant in
        let clock = ReferenceClock(zone: zone)
        return (clock.day(instant.seconds), clock.secondOfDay(instant.seconds))
      }
    ).text(of: value, type: type, format: format)
  }
}
