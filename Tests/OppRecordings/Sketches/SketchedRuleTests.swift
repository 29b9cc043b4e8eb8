import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// The rules to begin with that `opp import` proposes
@Suite(.limited) struct SketchedRuleTests {
  private func rule(
    _ text: String, name: String = "export.csv", _ options: [(String, String)] = []
  ) throws -> String {
    var request = SketchRequest(
      file: TextFile(path: name, bytes: Array(text.utf8)), subject: .new("export"))
    for (option, value) in options { try request.give(option, value) }
    let rule = FileSketch(of: request).rule
    return [rule?.clauses, rule?.text, rule?.evaluation].map { $0 ?? "-" }.joined(separator: " | ")
  }

  @Test func `a rule about a table fires at a day or an instant of its rows, else at a value`()
    throws
  {
    #expect(
      try rule("name,birthday\nAda,2026-12-10\nBo,2026-06-01\n") == """
        for each item in export when item.birthday == today and time in 8:00..9:00 | {item.name} | \
        --from 2026-05-31T00:00 --to 2026-12-11T00:00
        """)
    #expect(
      try rule("id,title,due\n1,Shoes,2026-02-13T10:00Z\n2,Tax,2028-05-31T10:00Z\n") == """
        for each item in export on item.due - 1h | {item.title} | \
        --from 2026-02-12T00:00 --to 2027-02-15T00:00
        """)
    #expect(
      try rule("name,open\nAda,no\nBo,yes\n")
        == "for each item in export when item.open | {item.name} | -")
    #expect(
      try rule("name,kind,size\nAda,a,3\nBo,b,4\n")
        == "for each item in export when item.kind == \"a\" | {item.name} | -")
    #expect(
      try rule("id,size\n1,3\n2,4\n")
        == "for each item in export when item.size == 3 | {item.id} | -")
  }

  @Test func `a rule about a source without numbers is about a text`() throws {
    #expect(
      try rule("time,state\n2026-02-13T10:00Z,open\n2026-02-13T11:00Z,closed\n")
        == "when export.state | export.state is true. | -")
    #expect(
      try rule("time,state\n2026-02-13T10:00Z,ajar\n2026-02-13T11:00Z,\"half \"\"open\"\"\"\n")
        == "when export.state == \"ajar\" | state is {export.state}. | -")
  }

  @Test func `a rule about a track is about the distance to its start`() throws {
    let points = [52.52, 52.521, 52.522, 52.523, 52.524].enumerated().map { index, latitude in
      "<trkpt lat=\"\(latitude)\" lon=\"13.41\"><time>2026-02-13T10:0\(index):00Z</time></trkpt>"
    }.joined()
    #expect(
      try rule("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", name: "walk.gpx") == """
        when distance(@52.52,13.41) > 200m | You are {distance(@52.52,13.41)} from the start. | -
        """)
    #expect(
      try rule(
        "<gpx><trk><trkpt lat=\"1\" lon=\"2\"><time>2026-02-13T10:00:00Z</time></trkpt></trk></gpx>",
        name: "stay.gpx") == "- | - | -")
  }
}
