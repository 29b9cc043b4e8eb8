import OppModel
import OppTestLimits
import Testing

@testable import OppRecordings

/// The events that count of several calendars that have the same ones
@Suite(.limited) struct CalendarMergingTests {
  /// A calendar of `lunch busy, trip free 2`: an event of an hour, or a series of as many days as the number says
  private func calendar(_ text: String, _ name: String) -> CalendarFile {
    let lines = text.split(separator: ",").flatMap { text in
      let words = text.split(separator: " ")
      let event = [
        "BEGIN:VEVENT", "UID:\(words[0])", "SUMMARY:\(name)", "DTSTART:20200310T090000Z",
        "DTEND:20200310T100000Z", "TRANSP:\(words[1] == "busy" ? "OPAQUE" : "TRANSPARENT")",
      ]
      let rule = words.count > 2 ? ["RRULE:FREQ=DAILY;COUNT=\(words[2])"] : []
      return event + rule + ["END:VEVENT"]
    }
    return readCalendar(lines).0
  }

  /// The calendars whose events count: `lunch of 0`
  private func merged(_ texts: [String]) throws -> [String] {
    let file = CalendarFile.merging(texts.enumerated().map { calendar($1, "\($0)") })
    let rows = try file.agendaChanges(
      from: instant("20200301T000000Z"), to: instant("20200302T000000Z"))
    return Set(rows.map { "\($0.occurrence.uid) of \($0.occurrence.title)" }).sorted()
  }

  @Test(arguments: [
    (["a busy", "a busy"], ["a of 0"]), (["a free", "a free"], ["a of 0"]),
    (["a busy", "a free"], ["a of 0"]), (["a free", "a busy"], ["a of 1"]),
    (["a free", "a busy", "a busy"], ["a of 1"]), (["a free", "a free", "a busy"], ["a of 2"]),
    (["a busy", "a busy", "a busy"], ["a of 0"]), (["a busy", "a free", "a busy"], ["a of 0"]),
    // A series as a single event
    (["a busy 3", "a busy 3"], ["a of 0"]), (["a free 3", "a busy"], ["a of 1"]),
    (["a busy", "a busy 3"], ["a of 0"]), (["a free", "a busy 3"], ["a of 1"]),
    // Each event for itself
    (["a busy,b free", "a busy,b busy,c busy"], ["a of 0", "b of 1", "c of 1"]),
    (["b busy", "a free", "a free,b busy"], ["a of 1", "b of 0"]), (["", "a busy"], ["a of 1"]),
    (["a busy"], ["a of 0"]), ([], []),
  ])
  func `of copies the first counts that makes busy, else the first`(
    files: [String], expected: [String]
  ) throws {
    #expect(try merged(files) == expected)
  }
}
