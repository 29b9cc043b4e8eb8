internal import OppModel

/// Interpolated texts: pieces as people write them; "an unknown inside a text prints `?`" (§7)
extension ReferenceEvaluator {
  func text(_ pieces: [TextPiece], at second: Int64, _ rows: ChosenRows) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .value(let id): valueText(value(id, at: second, rows), graph[id].type)
      }
    }.joined()
  }

  func valueText(_ value: Value?, _ type: ValueType) -> String {
    let zone = clock.zone
    return ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      localTime: { instant in
        let clock = ReferenceClock(zone: zone)
        return (clock.day(instant.seconds), clock.secondOfDay(instant.seconds))
      }
    ).text(of: value, type: type)
  }
}
