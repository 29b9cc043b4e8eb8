internal import OppEngine
internal import OppModel

// Rules about the rows of a table, and about the points of a track.

extension SketchedRule {
  /// A rule for each row that fires at a day or an instant of it, or when a value of it equals that of one row
  ///
  /// ```
  /// day: Date         for each item in bins when item.day == today and time in 8:00..9:00
  /// due: Instant      for each item in tasks on item.due - 1h
  /// done: Bool        for each item in tasks when item.done
  /// kind: Text        for each item in bins when item.kind == "paper"
  /// ```
  ///
  /// Returns `nil` if no row has such a value.
  init?(table: Table, rows: [[Value?]], in zone: Zone, _ notation: ValueNotation) {
    let item = table.name == "item" ? "entry" : "item"
    let each = "for each \(item) in \(table.name)"
    let shown = table.fields.first { $0.type == .text && !$0.name.hasSuffix("id") }
    let text = "{\(item).\((shown ?? table.fields[table.key.first ?? 0]).name)}"
    func values(_ index: Int) -> [Value] {
      rows.compactMap { index < $0.count ? $0[index] : nil }
    }
    func first(_ types: [ValueType]) -> Int? {
      table.fields.indices.first { types.contains(table.fields[$0].type) && !values($0).isEmpty }
    }
    if let index = first([.date, .instant]) {
      let field = table.fields[index]
      let isDay = field.type == .date
      let days = values(index).compactMap { $0.date(isDay: isDay, in: zone) }.sorted {
        $0.days < $1.days
      }
      guard let from = days.first, let last = days.last else { return nil }
      // A year is enough to see it fire, and soon replayed.
      let until = last.days - from.days > 366 ? from.advanced(by: 366) : last
      self.init(
        isDay
          ? "\(each) when \(item).\(field.name) == today and time in 8:00..9:00"
          : "\(each) on \(item).\(field.name) - 1h",
        text, days: (from: from.advanced(by: -1), until: until.advanced(by: 1)))
      return
    }
    if let index = first([.bool]), values(index).contains(.truth(true)) {
      self.init("\(each) when \(item).\(table.fields[index].name)", text)
      return
    }
    // The number of a row says nothing of it; a text that is no key is rather a kind than a name.
    let others = table.fields.indices.filter { !table.key.contains($0) } + table.key
    for index in others {
      let field = table.fields[index]
      guard !field.name.hasSuffix("id"), field.type == .text || field.type.isMarked,
        let value = values(index).first
      else { continue }
      let literal = notation.literal(value, type: field.type)
      self.init("\(each) when \(item).\(field.name) == \(literal)", text)
      return
    }
    return nil
  }

  /// A rule about the distance to the first point of a track, which half of its points are further from
  ///
  /// Returns `nil` for a track that stays within ten metres.
  init?(track readings: [RecordedReading], of source: Source) {
    guard let field = source.fields.firstIndex(where: { $0.type == .position }) else { return nil }
    let points = readings.compactMap { reading -> Position? in
      guard field < reading.fields.count, case .known(let value) = reading.fields[field],
        case .position(let position) = value
      else { return nil }
      return position
    }
    guard let start = points.first else { return nil }
    let distances = points.map { Geodesic.distance(from: start, to: $0) }.sorted()
    let middle = distances[distances.count / 2]
    guard middle >= 10 else { return nil }
    let limit = middle < 100 ? (middle / 10).rounded(.down) * 10 : (middle / 50).rounded(.down) * 50
    func degrees(_ value: Double) -> String {
      ValueNotation.jsonNumber((value * 1e5).rounded() / 1e5)
    }
    let place = "@\(degrees(start.latitude)),\(degrees(start.longitude))"
    let distance =
      source.name == "location"
      ? "distance(\(place))" : "distance(\(source.name).\(source.fields[field].name), \(place))"
    self.init(
      "when \(distance) > \(Int(limit))m", "You are {\(distance)} from the start.")
  }
}

extension Value {
  /// The day of a date or an instant
  fileprivate func date(isDay: Bool, in zone: Zone) -> CivilDate? {
    guard case .scalar(let number) = self, let whole = Int64(exactly: number.rounded(.down)) else {
      return nil
    }
    return isDay ? CivilDate(days: whole) : zone.local(at: Instant(seconds: whole)).date
  }
}
