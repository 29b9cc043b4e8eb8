import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// Laws of findings over random files
@Suite(.limited) struct FileSketchLawTests {
  /// A way in which a spreadsheet writes a file
  private struct Notation {
    var separator = ","
    var decimal = "."
    var order = "ymd"
    var lineEnd = "\n"
    var isWide = false

    init(_ random: inout SplitMix64) {
      separator = random.pick([",", ";", "\t", "|"])
      decimal = random.pick([".", ","])
      order = random.pick(["iso", "dmy", "mdy", "dots", "short"])
      lineEnd = random.pick(["\n", "\r\n", "\r"])
      isWide = random.oneIn(4)
    }

    func date(_ date: CivilDate) -> String {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return switch order {
      case "dmy": "\(two(date.day))/\(two(date.month))/\(date.year)"
      case "mdy": "\(date.month)/\(date.day)/\(date.year)"
      case "dots": "\(two(date.day)).\(two(date.month)).\(date.year)"
      case "short": "\(two(date.day))/\(two(date.month))/\(two(Int(date.year % 100)))"
      default: date.iso8601
      }
    }

    func number(_ value: Double) -> String {
      let text = ValueNotation.jsonNumber(value).split(separator: ".").joined(separator: decimal)
      return text.contains(separator) ? "\"\(text)\"" : text
    }

    func bytes(_ lines: [String]) -> [UInt8] {
      let text = lines.map { $0 + lineEnd }.joined()
      guard isWide else { return Array(text.utf8) }
      return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
  }

  @Test(arguments: LawSeeds.seeds(100, long: 2000))
  func `a file that is written, imported and read again has the same values`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let notation = Notation(&random)
    let first = Instant(seconds: 1_780_000_000 + Int64(random.number(in: 0...300)) * 86_400)
    let count = random.number(in: 2...40)
    var expected: [(Instant, Double)] = []
    var lines = ["\(random.pick(["Time", "Zeitstempel", "Measured at"]))\(notation.separator)Value"]
    for row in 0..<count {
      let instant = first.advanced(by: Int64(row) * 86_400 * 3 + 3600)
      let value = Double(random.number(in: -99_999...99_999)) / 100
      let local = Zone.utc.local(at: instant)
      let hour = local.hour < 10 ? "0\(local.hour)" : "\(local.hour)"
      let minute = local.minute < 10 ? "0\(local.minute)" : "\(local.minute)"
      let second = local.secondOfDay % 60
      let time = "\(notation.date(local.date)) \(hour):\(minute):\(second < 10 ? "0" : "")\(second)"
      lines.append("\(time)\(notation.separator)\(notation.number(value))")
      expected.append((instant, value))
    }
    var request = SketchRequest(
      file: TextFile(path: "a.csv", bytes: notation.bytes(lines)), subject: .new("a"))
    var sketch = FileSketch(of: request)
    var asked = 0
    while let question = sketch.questions.first, asked < 5 {
      // The person knows how the file is written.
      let option = question.answers[0].option
      let order =
        ["dmy": "dmy", "dots": "dmy", "short": "dmy", "mdy": "mdy"][notation.order] ?? "ymd"
      try request.give(option, option == "dates" ? order : notation.decimal)
      sketch = FileSketch(of: request)
      asked += 1
    }
    let recording = try #require(
      sketch.recording, "\(sketch.questions) \(String(describing: sketch.refusal))")
    let read = recording.text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").map(String.init)
    }
    #expect(read.map { $0[0] } == expected.map { $0.0.rfc3339 })
    #expect(read.map { Double($0[1]) } == expected.map { $0.1 })
  }

  @Test(arguments: LawSeeds.seeds(60, long: 5000))
  func `nothing traps on any bytes with any options`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "time", "temp", "id", ",", ";", "\t", "\n", "\r\n", "\"", "#", "2026-06-21", " 08:00",
      "7:05a",
      "1,234", "1.5", "−3", "°C", "sep=;\n", "\u{FEFF}", "null", "on", "{", "}", "{\"time\": ",
      "<gpx>",
      "<wpt lat=\"1\" lon=\"2\">", "</wpt>", "1770617100", "2026062108", "46194.33", "[F]", "(kWh)",
      "é",
      "BEGIN:VCALENDAR\n", "[", "]", ":", "\0", "26-06-21", "6/21/26", "a", "b", "home",
    ]
    for _ in 0..<20 {
      let words = (0..<random.number(in: 0...60)).map { _ in random.pick(pieces) }
      var bytes = Array(words.joined().utf8)
      if random.oneIn(3), !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let name = random.pick(["a.csv", "a.jsonl", "a.gpx", "a.geojson", "a.ics", "a", "a.json"])
      var request = SketchRequest(file: TextFile(path: name, bytes: bytes), subject: .new("a"))
      for _ in 0..<random.number(in: 0...3) {
        let option = random.pick(FileOption.allCases.map { $0.name } + ["unit"])
        try? request.give(
          option, random.pick(pieces) + random.pick(["", "=", "=2"]) + random.pick(pieces))
      }
      let sketch = FileSketch(of: request)
      let hasOutcome =
        sketch.refusal != nil || !sketch.questions.isEmpty || sketch.connection != nil
        || sketch.recording != nil
      #expect(hasOutcome, "\(words.joined())")
    }
  }
}
