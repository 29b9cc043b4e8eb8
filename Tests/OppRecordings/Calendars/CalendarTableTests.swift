import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct CalendarTableTests {
  @Test func `random rules occur when dateutil says`() throws {
    let table = try Repository.text("Tests/Tables/Calendars/recurrences.txt")
    var wrong: [Substring] = []
    for row in table.split(separator: "\n") where !row.hasPrefix("#") {
      let cells = row.split(separator: " ")
      let numbers = cells.dropFirst().compactMap { Int64($0) }
      let text = Array(cells[0].utf8)
      let lines = try CalendarLines(text)
      let rule = try RecurrenceRule(reading: 0..<text.count, of: lines)
      let recurrence = Recurrence(rule, start: numbers[0])
      var all: [Int64] = []
      var left = rule.count ?? .max
      let first = rule.count == nil ? numbers[1] : numbers[0]
      recurrence.forEach(from: first, through: numbers[2]) { local in
        if local >= numbers[1] { all.append(local) }
        left -= 1
        return left > 0
      }
      let check = all.reduce(Int64(0)) { ($0 * 31 + $1) % (2_147_483_647) }
      if Int64(all.count) != numbers[3] || check != numbers[4] {
        wrong.append("\(row): found \(all.count)")
      }
    }
    #expect(wrong == [])
  }

  @Test func `rules that leave out months, days and hours occur when dateutil says`() throws {
    let table = try Repository.text("Tests/Tables/Calendars/sparse.txt")
    var wrong: [String] = []
    for row in table.split(separator: "\n") where !row.hasPrefix("#") {
      let cells = row.split(separator: " ")
      let (file, problems) = readCalendar(
        event("UID:a", "DTSTART:\(cells[1])Z", "RRULE:\(cells[0])"))
      let found = file.occurrences(
        overlapping: instant("19900101T000000Z"), instant("20900101T000000Z")
      ).map(\.begins)
      if !problems.isEmpty || found != cells.dropFirst().map({ instant("\($0)Z") }) {
        wrong.append("\(row): found \(found.count) \(problems.map(\.message))")
      }
    }
    #expect(wrong == [])
  }

  @Test func `calendars occur when recurring-ical-events says`() throws {
    let table = try Repository.text("Tests/Tables/Calendars/calendars.txt")
    for section in table.components(separatedBy: "\n== ").dropFirst() {
      let parts = section.components(separatedBy: "\n-- ")
      let lines = parts[0].split(separator: "\n").map(String.init)
      let result = parts[1].split(separator: "\n", omittingEmptySubsequences: false)
      let numbers = result[0].split(separator: " ").compactMap { Int64($0) }
      let (file, _) = readCalendar(Array(lines.dropFirst()))
      #expect(file.unknownReason == nil, "\(lines[0])")
      let found = file.occurrences(
        overlapping: Instant(seconds: numbers[0]), Instant(seconds: numbers[1])
      ).map { ($0.begins.seconds, $0.ends.seconds) }
      let check = found.reduce(Int64(0)) { (($0 * 31 + $1.0) * 31 + $1.1) % (2_147_483_647) }
      let shown = found.prefix(24).map { "\($0.0)+\($0.1 - $0.0)" }.joined(separator: " ")
      #expect(shown == result[1], "\(lines[0])")
      #expect(Int64(found.count) == numbers[2], "\(lines[0])")
      #expect(check == numbers[3], "\(lines[0])")
    }
  }
}
