internal import OppModel

/// Writes the data of an Australian meter as a row for each interval
///
/// AEMO's *Meter Data File Format Specification NEM12 & NEM13*: a record 200 begins the data of one register, with its unit and the
/// minutes of an interval; a record 300 has the values of a day. Times are those of the market, which is UTC+10 all year.
///
/// ```
/// 200,6401234567,E1,E1,E1,,M1,KWH,30,
/// 300,20260213,0.1,0.2,…,A,,,20260214012345,
///
/// time,channel,energy[kWh/30min]
/// 2026-02-13T00:00:00+10:00,E1,0.1
/// ```
enum IntervalRows {
  /// The register that a record 200 begins
  private struct Register {
    let meter: String
    let channel: String
    let unit: String
    let minutes: Int
  }

  /// `true` if bytes begin such a file
  static func begins(_ content: ArraySlice<UInt8>) -> Bool {
    content.starts(with: Array("100,NEM12,".utf8))
  }

  static func converted(_ file: TextFile) -> ConvertedFile? {
    var register: Register?
    var rows: [(meter: String, channel: String, cells: String)] = []
    var unit: (text: String, minutes: Int)?
    let bytes = file.bytes[file.start...]
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let cells = String(decoding: line, as: UTF8.self).split(
        separator: ",", omittingEmptySubsequences: false
      ).map { $0.withoutOuterSpaces }
      if cells[0] == "200" {
        register = Self.register(cells)
        guard let register else { return nil }
        // One column holds one unit, of intervals of one length.
        if let unit, unit.text != register.unit || unit.minutes != register.minutes { return nil }
        unit = (text: register.unit, minutes: register.minutes)
      } else if cells[0] == "300" {
        guard let register, let day = day(cells, register) else { return nil }
        rows += day.map { (meter: register.meter, channel: register.channel, cells: $0) }
      }
    }
    guard let unit, !rows.isEmpty else { return nil }
    return converted(rows, header(unit.text, unit.minutes))
  }

  /// The file of rows; the meter and the channel are columns only if there are several
  private static func converted(
    _ rows: [(meter: String, channel: String, cells: String)], _ header: String
  ) -> ConvertedFile {
    let hasMeters = rows.contains { $0.meter != rows[0].meter }
    let hasChannels = rows.contains { $0.channel != rows[0].channel }
    var text =
      "time," + (hasMeters ? "meter," : "") + (hasChannels ? "channel," : "") + header + "\n"
    for row in rows {
      let (time, value) = row.cells.split(separator: ",", maxSplits: 1).pair
      text += time + ","
      if hasMeters { text += row.meter + "," }
      if hasChannels { text += row.channel + "," }
      text += value + "\n"
    }
    return ConvertedFile(
      ending: "csv", text: text,
      origin:
        "\(SketchWords.count(rows.count, "interval")) of NEM12, by the clock of the market, UTC+10")
  }

  private static func register(_ cells: [String]) -> Register? {
    guard cells.count > 8, let minutes = Int(cells[8]), [1, 5, 10, 15, 30, 60].contains(minutes)
    else { return nil }
    return Register(
      meter: cells[1], channel: cells[4].isEmpty ? cells[3] : cells[4],
      unit: cells[7].lowercased(), minutes: minutes)
  }

  /// `energy[kWh/30min]`, or the unit of the file if it is none of energy
  private static func header(_ unit: String, _ minutes: Int) -> String {
    switch unit {
    case "kwh": "energy[kWh/\(minutes)min]"
    case "wh": "energy[Wh/\(minutes)min]"
    case "mwh": "energy[MWh/\(minutes)min]"
    default: SketchedName.identifier(unit)
    }
  }

  /// `2026-02-13T00:00:00+10:00,0.1` for each interval of a day; `nil` if the record has not that many
  private static func day(_ cells: [String], _ register: Register) -> [String]? {
    let count = 1440 / register.minutes
    guard cells.count >= count + 2, cells[1].utf8.count == 8, let number = Int(cells[1]),
      let date = CivilDate(
        year: Int64(number / 10_000), month: number / 100 % 100, day: number % 100)
    else { return nil }
    return (0..<count).map { index in
      let minute = index * register.minutes
      let (hour, rest) = ("\(100 + minute / 60)".dropFirst(), "\(100 + minute % 60)".dropFirst())
      return "\(date.iso8601)T\(hour):\(rest):00+10:00,\(cells[index + 2])"
    }
  }
}

extension [Substring] {
  /// The first two of the parts
  fileprivate var pair: (String, String) {
    (String(first ?? ""), String(count > 1 ? self[1] : ""))
  }
}
