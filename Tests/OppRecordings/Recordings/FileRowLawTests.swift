import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// Laws of the rows of random files, with and without options
@Suite(.limited) struct FileRowLawTests {
  /// A reading of a file whose wind is the number of its row
  private struct RowValue: Equatable {
    let time: String
    let temp: String?
  }

  /// The readings of a file by the numbers of their rows
  private func readings(
    _ text: String, options: String = "", zone: Zone = .utc
  ) -> [Int: RowValue] {
    let files = [
      "weather.csv": text,
      "recording.json": options.isEmpty ? "{}" : "{\"files\": {\"weather.csv\": {\(options)}}}",
    ]
    var found: [Int: RowValue] = [:]
    for line in RecordedFiles(files).load(zone: zone).described.split(separator: "\n") {
      let words = line.split(separator: " ")
      func value(of field: String) -> String? {
        words.first { $0.hasPrefix(field + "=") }.map { String($0.dropFirst(field.count + 1)) }
      }
      guard let row = value(of: "wind").flatMap({ Int($0.dropLast(3)) }) else { continue }
      let temp = value(of: "temp").flatMap { $0 == "?" ? nil : $0 }
      found[row] = RowValue(time: String(words[0]), temp: temp)
    }
    return found
  }

  // MARK: - More rows

  private static let days = [
    "2026-02-0%", "0%.02.2026", "2/0%/2026", "2/1%/2026", "1%/2/2026", "02.1%.2026", "0%-02-2026",
    "26-02-0%", "0%/02/26", "1%.2.26", "2026020%", "2026-10-25", "2026-03-29", "25.10.2026",
  ]
  private static let clocks = [
    " 8:00", " 08:00:0%", " 02:00", " 02:30", " 02:15", " 03:00", " 01:30", " 2:30 AM", "",
    "T08:00Z",
    " 02:30 CET", " 24:00", "10",
  ]
  private static let whole = [
    "4606%", "4606%.5", "4606%,25", "177096390%", "177096390%000", "17/2026", "soon", "",
  ]
  private static let cells = [
    "5", "5,5", "5.5", "1,234", "1.234", "1.234,5", "1,234.5", "1 234", "1'234", "1.234.567",
    "cosy",
    "--", "0,123", "5C", "41F", "1,5,5", "-999", "-999,0", "n.v.", "−3,5", "1e3", "=\"\"20.5\"\"",
  ]
  private static let values: [[String]] = [
    [
      "", "\"dates\": \"dmy\"", "\"dates\": \"mdy\"", "\"dates\": \"ymd\"", "\"dates\": \"excel\"",
      "\"dates\": \"%d.%m.%y %H:%M\"", "\"dates\": \"%Y%m%d%H\"",
    ],
    ["", "", "\"decimal\": \",\"", "\"decimal\": \".\""],
    ["", "", "\"day_at\": \"12:00\"", "\"day_at\": \"24:00\""],
    ["", "", "\"zone\": \"+01:00\"", "\"zone\": \"America/New_York\""],
    ["", "\"missing\": [\"-999\", \"n.v.\"]"],
    ["", "", "\"only\": {\"place\": \"a\"}", "\"only\": {\"place\": [\"a\", \"b\"]}"],
    [
      "", "", "\"columns\": {\"time\": [\"day\", \"clock\"]}",
      "\"columns\": {\"temp[F]\": \"temp\"}",
    ],
  ]

  @Test func `more rows never turn a value into another, whatever is said about the file`() throws {
    // A test case of its own for each of the seeds would take longer than what it tries.
    for seed in LawSeeds.seeds(200, long: 60_000) { try moreRows(seed: seed) }
  }

  private func moreRows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let zone = try #require(systemZone(random.pick(["Europe/Berlin", "UTC", "America/New_York"])))
    let chosen = Self.values.map { random.pick($0) }
    let options = chosen.filter { !$0.isEmpty }.joined(separator: ", ")
    let isJoined = options.contains("clock")
    let separator = random.pick([",", ";", "\t", "|"])
    var text =
      [isJoined ? "day" : "time", "clock", "place", "wind", "temp"].joined(separator: separator)
      + "\n"
    var known: [Int: RowValue] = [:]
    let count = random.number(in: 1...7)
    let (days, cells) = (
      (0..<2).map { _ in random.pick(Self.days) }, (0..<3).map { _ in random.pick(Self.cells) }
    )
    for row in 1...count {
      let day = random.oneIn(3) ? random.pick(Self.days) : random.pick(days)
      let clock = random.pick(Self.clocks)
      let time =
        random.oneIn(6) ? random.pick(Self.whole) : isJoined ? day : day + clock
      let cell = random.oneIn(3) ? random.pick(Self.cells) : random.pick(cells)
      text +=
        [
          time.replacing("%", with: "\(row)"), clock.replacing("%", with: "\(row)"),
          random.pick(["a", "a", "b"]), "\(row)", "\"\(cell)\"",
        ].joined(separator: separator) + "\n"
      for (row, found) in readings(text, options: options, zone: zone) {
        if let before = known[row] {
          #expect(
            before.time == found.time, "OPP_SEED=\(seed): row \(row) with \(options) of\n\(text)")
          if let value = before.temp, let now = found.temp {
            #expect(value == now, "OPP_SEED=\(seed): row \(row) with \(options) of\n\(text)")
          }
        }
        known[row] = RowValue(time: found.time, temp: found.temp ?? known[row]?.temp)
      }
    }
  }

  // MARK: - The writer

  /// The way in which the program of a person writes numbers and dates
  private struct Writer {
    let separator: String
    let decimal: String
    let grouping: String
    let order: String
    let hasHalves: Bool

    init(_ random: inout SplitMix64) {
      separator = random.pick([",", ";", "\t", "|"])
      decimal = random.pick([".", ","])
      let other = decimal == "." ? "," : "."
      // Between commas a point marks decimals by itself.
      let marks = separator == "," && other == "." ? [] : [other]
      grouping = random.pick(["", "", " ", "'", "\u{202F}"] + marks)
      order = random.pick(["iso", "dmy", "mdy", "dots", "dashes", "month"])
      hasHalves = random.oneIn(3)
    }

    /// The options that say how it writes
    var options: String {
      let dates = ["dmy": "dmy", "mdy": "mdy", "dashes": "dmy"][order]
      return "\"decimal\": \"\(decimal)\"" + (dates.map { ", \"dates\": \"\($0)\"" } ?? "")
    }

    func number(_ hundredths: Int) -> String {
      var whole = "\(abs(hundredths) / 100)"
      if whole.count > 3 {
        whole.insert(contentsOf: grouping, at: whole.index(whole.endIndex, offsetBy: -3))
      }
      let rest = abs(hundredths) % 100
      let decimals = rest == 0 ? "" : decimal + (rest < 10 ? "0" : "") + "\(rest)"
      return (hundredths < 0 ? "-" : "") + whole + decimals
    }

    func time(_ local: LocalDateTime) -> String {
      let date = local.date
      let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      let day =
        switch order {
        case "dmy": "\(Self.two(date.day))/\(Self.two(date.month))/\(date.year)"
        case "mdy": "\(date.month)/\(date.day)/\(date.year)"
        case "dots": "\(date.day).\(date.month).\(date.year)"
        case "dashes": "\(Self.two(date.day))-\(Self.two(date.month))-\(date.year)"
        case "month": "\(date.day) \(months[date.month - 1]) \(date.year)"
        default: date.iso8601
        }
      guard hasHalves else { return "\(day) \(Self.two(local.hour)):\(Self.two(local.minute))" }
      let hour = local.hour % 12 == 0 ? 12 : local.hour % 12
      return "\(day) \(hour):\(Self.two(local.minute)) \(local.hour < 12 ? "AM" : "PM")"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  }

  @Test func `a file is read as its writer meant it, or not at all`() throws {
    for seed in LawSeeds.seeds(200, long: 60_000) { try meantFile(seed: seed) }
  }

  private func meantFile(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let writer = Writer(&random)
    var text = ["time", "wind", "temp"].joined(separator: writer.separator) + "\n"
    var meant: [Int: RowValue] = [:]
    var instant = Instant(seconds: 1_767_225_600 + Int64(random.number(in: 0...364)) * 86_400)
    for row in 1...random.number(in: 1...8) {
      instant = instant.advanced(by: Int64(random.number(in: 1...90_000)) * 60)
      let value = random.number(in: -27_000...random.pick([3000, 300_000]))
      let number = writer.number(value)
      text +=
        [writer.time(Zone.utc.local(at: instant)), "\(row)", "\"\(number)\""]
        .joined(separator: writer.separator) + "\n"
      let notation = ValueNotation(schema: ValueSchema(RecordedFiles.graph))
      meant[row] = RowValue(
        time: instant.rfc3339,
        temp: notation.literal(.scalar(Double(value) / 100), type: .temperature))
    }
    for (row, found) in readings(text) {
      #expect(found.time == meant[row]?.time, "OPP_SEED=\(seed): row \(row) of\n\(text)")
      if let temp = found.temp {
        #expect(temp == meant[row]?.temp, "OPP_SEED=\(seed): row \(row) of\n\(text)")
      }
    }
    let said = readings(text, options: writer.options)
    if writer.grouping.isEmpty || "., ".contains(writer.grouping) {
      #expect(said == meant, "OPP_SEED=\(seed): with \(writer.options):\n\(text)")
    }
  }
}
