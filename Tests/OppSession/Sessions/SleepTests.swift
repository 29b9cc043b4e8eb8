import OppEngine
import OppModel
import OppSession
import OppTestLimits
import OppTimelines
import Testing

/// What was slept through is not lived on a response of before
@Suite(.limited) struct SleepTests {
  /// A calendar that says at noon that one is busy from then on, and has one event at 16:55; an hour fresh
  private func check(_ opp: String, isBackAt back: String? = nil) throws -> SessionCheck {
    var check = try SessionCheck(opp)
    let clockface = check.clockface
    let noon = try #require(clockface.instant("12:00"))
    let begins = try #require(clockface.instant("16:55"))
    let returns = back.flatMap { clockface.instant($0) } ?? .distantFuture
    check.providers["calendar"] = { graph, id in
      let agenda = graph.tables.firstIndex { $0.name == "agenda" } ?? 0
      return Provider(
        name: "calendar", served: [.source(id), .table(TableID(index: Int32(agenda)))],
        isBundle: true, freshness: 3600, latency: 1)
    }
    check.bundles["calendar"] = { graph, now in
      guard now < noon.advanced(by: 60) || now >= returns else { return nil }
      let index = graph.tables.firstIndex { $0.name == "agenda" } ?? 0
      let row: [Value?] = graph.tables[index].fields.map { field in
        switch field.name {
        case "uid", "title": .text("a")
        case "begins": .scalar(Double(begins.seconds))
        case "ends": .scalar(Double(begins.seconds + 3600))
        case "busy": .truth(true)
        default: nil
        }
      }
      let whole = TableChange(
        table: TableID(index: Int32(index)), rows: [row], removedKeys: [], isWhole: true)
      return [
        .schedule(
          Schedule { _ in
            Schedule.Stretch(isBusy: true, from: .distantPast, to: .distantFuture)
          }), .rows(whole),
      ]
    }
    check.asleep = ("12:10", "17:00")
    return check
  }

  @Test(arguments: [
    #"opp "x" on 16:55 when busy"#,
    #"opp "x" on 16:55 when any(agenda where busy)"#,
    #"opp "x" for each e in agenda on e.begins"#,
    #"opp "x" when count(agenda) > 0 and time in 16:50..16:58"#,
    #"opp "x" when busy for 4h"#,
    #"opp "x" when not known(free) and time in 16:50..16:58"#,
  ])
  func `a calendar counts through a sleep no longer than it is fresh`(_ opp: String) throws {
    let watch = opp + "\n" + #"opp "watch" when busy and count(agenda) > 0"#
    let log = try check(watch).log("12:00", "17:30")
    #expect(!log.contains { $0.contains("fires x") })
  }

  @Test func `an event of a sleep waits for the calendar, and is of its own second`() throws {
    let log = try check(
      #"opp "x" on 16:55 when busy"# + "\n" + #"opp "watch" when busy"#, isBackAt: "16:00"
    ).log("12:00", "17:30")
    #expect(log.filter { $0.contains("fires x") } == ["17:00:02 fires x of 16:55"])
  }
}
