import Foundation
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// `opp why` without an instant: the last second that a run has kept
@Suite(.limited) struct WhyNowTests {
  private static let files = [
    "a.opp": """
    set zone "UTC"
    table chores by id { id: Text, title: Text, done: Bool }
    opp "Warm" when temp > 20C for 1h notify "Warm."
    opp "Chore" for each c in chores when not c.done and time in 18:00..20:00 notify "{c.title}"

    """,
    "data/chores.csv": "id,title,done\nd,Wash the dishes,false\nb,Beds,true\n",
    "data/weather.csv": """
    time,temp[C]
    2026-06-21T08:00Z,19
    2026-06-21T09:00Z,23
    2026-06-21T09:30Z,24

    """,
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(Self.files)
    let (_, status) = folder.run([
      "run", "--data", "data", "--store", "s.sqlite", "--to", "2026-06-21T09:31Z",
    ])
    #expect(status == .success)
    return folder
  }

  @Test func `the last kept second is explained, with its time`() throws {
    let (text, status) = try folder().run(["why", "Warm", "--store", "s.sqlite"])
    #expect(status == .success)
    #expect(
      text.hasPrefix(
        "\"Warm\" is false at 09:00 on 21 June 2026.\nmissing: temp > 20C is true not long enough, needs 1 h"
      ),
      "\(text)")
    #expect(text.contains("temp is 23°C, read 09:00"), "\(text)")
    #expect(
      text.hasSuffix("as of 09:00 on 21 June 2026, the last second that `opp run` has kept\n"),
      "\(text)")
  }

  @Test func `now is the same as no instant, and rows are listed`() throws {
    let folder = try folder()
    let now = folder.run(["why", "Chore", "--at", "now", "--store", "s.sqlite"]).text
    #expect(now == folder.run(["why", "Chore", "--store", "s.sqlite"]).text)
    #expect(now.contains("1 other row (`--row KEY` explains one):"), "\(now)")
    let beds = folder.run(["why", "Chore", "--row", "b", "--store", "s.sqlite"]).text
    #expect(beds.contains("c.done is true"), "\(beds)")
    let json = folder.run(["why", "Warm", "--store", "s.sqlite", "--format", "json"]).text
    #expect(json.contains("\"at\":\"2026-06-21T09:00:00Z\",\"truth\":\"false\""), "\(json)")
  }

  @Test func `rows that have never been fetched are not said to be none`() throws {
    let folder = try folder()
    try FileManager.default.removeItem(at: folder.url.appending(path: "data/chores.csv"))
    let words = ["run", "--data", "data", "--store", "t.sqlite", "--to", "2026-06-21T09:31Z"]
    #expect(folder.run(words).status == .success)
    let (text, _) = folder.run(["why", "Chore", "--store", "t.sqlite"])
    #expect(
      text.hasPrefix(
        "\"Chore\" has no rows at 09:00 on 21 June 2026: nothing is known of `chores` yet.\n"),
      "\(text)")
  }

  @Test func `a disabled Opp is said to be so`() throws {
    let folder = try folder()
    _ = folder.run(["disable", "Warm", "--store", "s.sqlite"])
    let (text, _) = folder.run(["why", "Warm", "--store", "s.sqlite"])
    #expect(text.contains("\nIt is disabled by opp disable at 2026-06-21 12:00:00.\n"), "\(text)")
  }

  @Test func `without a run the answer says what to do`() throws {
    let folder = try TemporaryFolder(Self.files)
    let (text, status) = folder.run(["why", "Warm"])
    #expect(status == .outside)
    #expect(text.contains("error: `opp run` has kept nothing yet: there is no store `"), "\(text)")
    #expect(text.contains("--at 2026-06-21T12:08"), "\(text)")
  }

  @Test func `a store of other rules is not explained by these`() throws {
    let folder = try folder()
    try folder.write("b.opp", "opp \"New\" when temp > 20C notify \"x\"\n")
    let (text, status) = folder.run(["why", "New", "--store", "s.sqlite"])
    #expect(status == .outside)
    #expect(text.contains("error: `opp run` has not run \"New\" yet"), "\(text)")
  }

  @Test func `options that exclude each other are said`() throws {
    let folder = try TemporaryFolder(Self.files)
    #expect(folder.run(["why", "Warm", "--data", "data"]).status == .usage)
    let words = ["why", "Warm", "--at", "2026-06-21T09:00", "--store", "s.sqlite"]
    #expect(folder.run(words).status == .usage)
  }

  @Test func `history and list name rows by their titles, and take them`() throws {
    let folder = try TemporaryFolder(Self.files)
    _ = folder.run([
      "run", "--data", "data", "--store", "s.sqlite", "--to", "2026-06-21T19:00Z",
    ])
    let history = folder.run(["history", "Chore", "--store", "s.sqlite"]).text
    #expect(
      history.contains("2026-06-21 18:00:00  Chore [Wash the dishes]: Wash the dishes"),
      "\(history)")
    let json = folder.run(["history", "--store", "s.sqlite", "--format", "json"]).text
    #expect(json.contains(#""row":["d"],"title":"Wash the dishes""#), "\(json)")
    for row in ["Wash the dishes", "[Wash the dishes]", "d"] {
      #expect(
        folder.run(["history", "Chore", "--row", row, "--store", "s.sqlite"]).text == history)
    }
    _ = folder.run([
      "snooze", "Chore", "for", "9h", "--row", "Wash the dishes", "--store", "s.sqlite",
    ])
    let list = folder.run(["list", "--store", "s.sqlite"]).text
    #expect(list.contains("  [Wash the dishes] snoozed until 2026-06-21 21:00:00"), "\(list)")
  }
}
