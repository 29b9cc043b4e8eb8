// The words of headers that state the purpose of a column.

extension ColumnEvidence {
  /// `true` if its header says that it names the thing that a row is of
  var isThing: Bool {
    isNamed([
      "entity_id", "entity", "sensor", "sensor_id", "sensor_name", "device", "device_id",
      "device_name", "station", "station_id", "statistic_id", "metric", "measurement", "topic",
      "meter", "channel", "register", "quantity", "parameter", "variable",
    ])
  }

  /// `true` if its header says that it has the kind of a value beside it
  var isType: Bool { isNamed(["type", "kind", "field", "name"]) }

  /// `true` if it has values whose meaning another column says
  var isValue: Bool {
    !isAll(.text)
      && isNamed(["value", "state", "val", "reading", "result", "wert", "valeur", "valor"])
  }

  /// `true` if it has the times of readings, as its header says
  var isStampOfReading: Bool {
    (isMostly(.moment) || isSinceEpoch)
      && isNamed([
        "time", "timestamp", "datetime", "date_time", "dateString", "dateUTC", "ts", "measured_at",
        "recorded_at", "logged_at", "last_changed", "last_updated",
      ])
  }

  /// `true` if its header says that it has the kind of a row, or the thing that it is of, and not its name
  var isKind: Bool {
    isThing
      || isNamed([
        "type", "kind", "category", "status", "state", "product", "currency", "account", "source",
        "sourceName",
      ])
  }

  private func isNamed(_ words: [String]) -> Bool {
    words.contains { ColumnHeader.areAlike(header ?? "", $0) }
  }
}
