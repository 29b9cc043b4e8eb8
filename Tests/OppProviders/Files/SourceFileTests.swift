import Foundation
import OppEngine
import OppModel
import OppRecordings
import OppSession
import OppTestLimits
import OppTesting
import Testing

@testable import OppProviders

/// A file of a source that grows, is emptied and is replaced, while it is looked at
@Suite(.limited) struct SourceFileTests {
  private static let source = Source(
    name: "probe", parameters: [Field(name: "room", type: .text)], freshness: nil, cost: 1,
    fields: [Field(name: "v", type: .number)])

  private static let begin = Instant(seconds: 1_782_043_200)

  private func file(_ folder: borrowing RecordingFolder, _ ending: String = "csv") -> SourceFile {
    SourceFile(
      path: folder.path + "/probe.\(ending)", source: Self.source,
      columns: RecordedColumns(source: Self.source, zone: .utc, enumerations: []), ending: ending)
  }

  /// A line with the time of a second
  private func line(_ second: Int64, _ cell: String) -> String {
    "\(Self.begin.advanced(by: second).rfc3339),\(cell)\n"
  }

  private func append(_ text: String, to folder: borrowing RecordingFolder) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/probe.csv"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func write(_ text: String, to folder: borrowing RecordingFolder) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/probe.csv"))
  }

  /// The readings that a look hands over, with their seconds: earlier ones, then those that count
  private func look(_ file: inout SourceFile, at second: Int64) -> String {
    do throws(FetchFailure) {
      let look = try file.look(at: Self.begin.advanced(by: second))
      let earlier = look.earlier.map { text($0) }.joined(separator: " ")
      let latest = look.latest.map { text($0) }.joined(separator: " ")
      let unread = look.unread.map { " (\($0.messages.joined(separator: "; ")))" } ?? ""
      return earlier.isEmpty ? latest + unread : "\(earlier) | \(latest)\(unread)"
    } catch {
      return "\(error.kind): \(error.reason)"
    }
  }

  private func text(_ reading: RecordedReading) -> String {
    let second = reading.time.instant.seconds(since: Self.begin)
    guard case .known(.scalar(let value))? = reading.fields.first else { return "\(second) ?" }
    return "\(second) \(Int(value))"
  }

  @Test func `new lines are handed over in order, the last one counts`() throws {
    let folder = try RecordingFolder(["probe.csv": "time,v\n" + line(0, "1") + line(1, "2")])
    var file = file(folder)
    #expect(look(&file, at: 1) == "1 2")
    #expect(look(&file, at: 2) == "1 2")
    try append(line(3, "3") + line(4, "50") + line(5, "4"), to: folder)
    #expect(look(&file, at: 5) == "3 3 4 50 | 5 4")
    try append(line(6, "cosy") + line(7, "5") + "2026", to: folder)
    #expect(
      look(&file, at: 7)
        == "6 ? | 7 5 (probe.csv:7: `v` is a number, not `cosy`: correct line 7)")
    // A line that stays half for ten seconds is reported.
    #expect(
      look(&file, at: 20).hasSuffix(
        "probe.csv:9: the last line has no line end, it may be half: end it)"))
  }

  @Test func `a file that is emptied goes on, and one that is replaced is read to its end`() throws
  {
    let folder = try RecordingFolder(["probe.csv": "time,v\n" + line(0, "1")])
    let path = folder.path + "/probe.csv"
    var file = file(folder)
    #expect(look(&file, at: 0) == "0 1")
    // As `copytruncate` does it; an empty file is no news.
    try write("", to: folder)
    #expect(look(&file, at: 1) == "0 1")
    try append("time,v\n" + line(2, "2"), to: folder)
    #expect(look(&file, at: 2) == "2 2")
    // The last lines are those of a file that has another name by now.
    try append(line(3, "3") + line(4, "4"), to: folder)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    #expect(look(&file, at: 4) == "3 3 | 4 4")
    try write("time,v\n" + line(5, "5") + line(6, "6"), to: folder)
    #expect(look(&file, at: 6) == "5 5 | 6 6")
    try append(line(7, "7"), to: folder)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".2")
    try write("time,v\n" + line(8, "8"), to: folder)
    #expect(look(&file, at: 8) == "7 7 | 8 8")
  }

  @Test func `a program that writes on into a renamed file loses no line`() throws {
    let folder = try RecordingFolder(["probe.csv": "time,v\n" + line(0, "0")])
    let path = folder.path + "/probe.csv"
    func appendToOld(_ text: String) throws {
      let handle = try FileHandle(forWritingTo: URL(filePath: path + ".1"))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }
    var file = file(folder)
    #expect(look(&file, at: 0) == "0 0")
    try append(line(1, "1"), to: folder)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    #expect(look(&file, at: 1) == "1 1")
    // No file has the name.
    try appendToOld(line(2, "2"))
    #expect(look(&file, at: 2) == "2 2")
    try appendToOld(line(3, "3"))
    try write("time,v\n", to: folder)
    #expect(look(&file, at: 3) == "3 3")
    // The program has not opened the new file yet.
    try appendToOld(line(4, "4"))
    #expect(look(&file, at: 4) == "4 4")
    try appendToOld(line(5, "5"))
    try append(line(6, "6"), to: folder)
    #expect(look(&file, at: 6) == "5 5 | 6 6")
    try append(line(90, "7"), to: folder)
    #expect(look(&file, at: 90) == "90 7")
    // After a minute nobody writes into it any more.
    try appendToOld(line(91, "8"))
    try append(line(92, "9"), to: folder)
    #expect(look(&file, at: 92) == "92 9")
  }

  @Test func `a file that is gone is missed after a minute`() throws {
    let folder = try RecordingFolder(["probe.csv": "time,v\n" + line(0, "1")])
    var file = file(folder)
    #expect(look(&file, at: 0) == "0 1")
    try FileManager.default.removeItem(atPath: folder.path + "/probe.csv")
    #expect(look(&file, at: 10) == "0 1")
    #expect(look(&file, at: 70).hasPrefix("misconfigured: probe.csv: this file cannot be read"))
  }

  @Test func `a line that is corrected is read again`() throws {
    let text = "time,v\n" + line(0, "cosy") + line(1, "2")
    let folder = try RecordingFolder(["probe.csv": text])
    var file = file(folder)
    #expect(look(&file, at: 1).hasPrefix("1 2 (probe.csv:2:"))
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/probe.csv"))
    try handle.write(contentsOf: Data(("time,v\n" + line(0, "1234")).utf8))
    try handle.close()
    #expect(look(&file, at: 2) == "1 2")
  }

  @Test(arguments: LawSeeds.seeds(40, long: 3000))
  func `nothing of a log is lost, however it grows, is emptied and is replaced`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let folder = try RecordingFolder(["probe.csv": "time,v\n" + line(0, "0")])
    let path = folder.path + "/probe.csv"
    var file = file(folder)
    _ = look(&file, at: 0)
    var written: [String] = []
    var found: [String] = []
    var half = ""
    // Of two files that take each other's place between two looks the first one is never seen.
    var isReplaced = false
    for second in 1...60 as ClosedRange<Int64> {
      let text = half + line(second, "\(second)").dropFirst(half.utf8.count)
      half = ""
      if random.oneIn(4) {
        half = String(text.prefix(random.number(in: 1...text.utf8.count - 1)))
        try append(half, to: folder)
      } else {
        try append(String(text), to: folder)
        written.append("\(second) \(second)")
      }
      if !half.isEmpty { break }
      let looks = random.oneIn(2)
      if !isReplaced, random.oneIn(8) {
        isReplaced = true
        try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(second)")
        try write(random.oneIn(2) ? "" : "time,v\n", to: folder)
        if try Data(contentsOf: URL(filePath: path)).isEmpty { try append("time,v\n", to: folder) }
      } else if random.oneIn(8), looks {
        found.append(look(&file, at: second))
        try write("time,v\n", to: folder)
      }
      if looks {
        found.append(look(&file, at: second))
        isReplaced = false
      }
    }
    found.append(look(&file, at: 60))
    var seen: [String] = []
    for text in found.joined(separator: " | ").split(separator: " | ") {
      var words = text.split(separator: " ")
      while words.count >= 2 {
        let reading = "\(words[0]) \(words[1])"
        if seen.last != reading, reading != "0 0" { seen.append(reading) }
        words.removeFirst(2)
      }
    }
    #expect(seen == written)
  }
}
