import Foundation
import OppJSON
import OppModel
import OppTestLimits
import Testing

@testable import OppOutputs
@testable import OppWeb

/// A replay as a page gets it, against what the tool prints
@Suite(.limited) struct ReplaySessionTests {
  private static let rules = """
    let dry = not raining  // "dry" is 🌂
    opp "Warm" when temp > 20C and dry notify "It is {temp}."
    opp "Noon" on 12:00 notify "Noon."
    table tasks by id { id: Text  due: Instant }
    opp "Due" for each t in tasks when now >= t.due notify "{t.id}"
    """

  private static let weather = """
    time,temp,raining
    2026-06-21T10:00:00Z,18,false
    2026-06-21T11:00:00Z,25,false
    2026-06-21T13:00:00Z,26,true
    2026-06-22T11:00:00Z,24,false

    """

  private func workbench(_ rules: String = rules) -> Workbench {
    var workbench = Workbench()
    workbench.addRules(path: "rules.opp", Array(rules.utf8))
    workbench.addData(name: "weather.csv", Array(Self.weather.utf8))
    let tasks = "id,due\na,2026-06-21T12:30:00Z\nb,2026-06-30T12:30:00Z\n"
    workbench.addData(name: "tasks.csv", Array(tasks.utf8))
    return workbench
  }

  private func session(_ workbench: inout Workbench) throws -> ReplaySession {
    let (session, problems) = workbench.begin(from: nil, to: nil)
    #expect(problems == [])
    return try #require(session)
  }

  private func instant(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: "2026-06-\(text):00Z"))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the beginning has the period and the places of Opps in units of UTF-16`() throws {
    var workbench = workbench()
    let session = try session(&workbench)
    let (from, to) = (try instant("21T10:00"), try instant("22T11:00").advanced(by: 1))
    let beginning = session.beginning(problems: [])
    #expect(beginning.hasPrefix("{\"from\":\(from.seconds),\"to\":\(to.seconds),\"opps\":["))
    let start = Self.rules.prefix { $0 != "\n" }.utf16.count + 1
    #expect(beginning.contains("{\"name\":\"Warm\",\"file\":0,\"start\":\(start),"))
    #expect(beginning.contains(#""hasEvents":true,"hasCondition":false,"hasRows":false"#))
    #expect(beginning.contains(#""hasRows":true}],"problems":[]}"#))
  }

  @Test func `the firings of all slices are those of the whole`() throws {
    var workbench = workbench()
    let whole = workbench.evaluate(isJSON: true)
    for hours: Int64 in [1, 7, 100] {
      let session = try session(&workbench)
      var second = try instant("21T10:00")
      var found: [String] = []
      while true {
        let slice = session.advance(to: second, steps: .max)
        let start = try #require(slice.range(of: "\"firings\":[")?.upperBound)
        let end = try #require(slice.range(of: "],\"records\"")?.lowerBound)
        if start < end { found.append(String(slice[start..<end])) }
        if slice.contains("\"done\":true") { break }
        #expect(slice.hasPrefix("{\"at\":\(second.seconds),"))
        second = second.advanced(by: hours * 3600)
      }
      let lines = found.joined(separator: ",").split(separator: "},{").joined(separator: "}\n{")
      #expect(lines + "\n" == text(whole.output))
    }
  }

  @Test(arguments: [1, 2, 5, 24] as [Int64])
  func `a delivery that becomes known later is told once, in whatever slices`(hours: Int64) throws {
    var workbench = workbench(
      """
      table tasks by id { id: Text  due: Instant }
      set quiet when time in 9:30..14:30 or time in 20:00..6:00
      opp "Early" on 10:30 notify "early"
      opp "Noon" on 12:00 notify "noon"
      opp "Open" on 15:00 notify "open"
      opp "Night" on 22:00 or 23:00 notify "night"
      """)
    let stillWaiting = text(workbench.evaluate(isJSON: true).output).split(separator: "\n")
      .filter { $0.contains("\"waiting\":true") }
    let session = try session(&workbench)
    var second = try instant("21T10:00")
    var (waiting, settled): ([String], [String]) = ([], [])
    while true {
      let slice = session.advance(to: second, steps: .max)
      let object = try JSONSerialization.jsonObject(with: Data(slice.utf8)) as? [String: Any]
      let (new, later) = (Self.firings("firings", in: object), Self.firings("settled", in: object))
      waiting += new.filter { $0.isWaiting }.map(\.name)
      #expect(!later.contains { $0.isWaiting }, "\(slice)")
      settled += later.map(\.name)
      if object?["done"] as? Bool == true { break }
      second = second.advanced(by: hours * 3600)
    }
    #expect(settled.count == Set(settled).count, "\(settled)")
    #expect(Set(settled).isSubset(of: waiting))
    #expect(waiting.count == settled.count + stillWaiting.count, "\(waiting), \(settled)")
    #expect(hours > 2 || settled.count >= 2)
  }

  /// The names and times of the firings in a member of a slice
  private static func firings(
    _ member: String, in slice: [String: Any]?
  ) -> [(name: String, isWaiting: Bool)] {
    (slice?[member] as? [[String: Any]] ?? []).map { firing in
      ("\(firing["opp"] ?? "") \(firing["at"] ?? "")", firing["waiting"] as? Bool ?? false)
    }
  }

  @Test func `a day has the lanes of Opps, parts and rows`() throws {
    var workbench = workbench()
    let session = try session(&workbench)
    let (from, to) = (try instant("21T10:00"), try instant("22T00:00"))
    let day = session.day(from: from, to: to)
    let (noon, rain) = (try instant("21T11:00"), try instant("21T13:00"))
    #expect(day.contains("\"name\":\"Warm\",\"file\":0,"))
    #expect(
      day.contains(
        "\"whole\":[[\(from.seconds),\(noon.seconds),\"false\"],[\(noon.seconds),"))
    #expect(day.contains(#""parts":[{"text":"temp > 20C","file":0,"#))
    #expect(day.contains("[\(rain.seconds),"))
    #expect(
      day.contains(#""whole":null,"rows":[],"parts":[],"firings":[{"type":"firing","opp":"Noon""#))
    #expect(day.contains(#""rows":[{"row":"a","label":"a","key":["a"],"runs":[["#))
    #expect(session.day(from: to, to: from).hasSuffix("\"opps\":[]}"))
  }

  @Test func `the truths of a second are in the Opps and in the lets that they use`() throws {
    var workbench = workbench()
    let session = try session(&workbench)
    let truths = session.truths(at: try instant("21T11:30"))
    // `not raining` of the let, and what is not.
    #expect(truths.contains(#"{"file":0,"start":10,"end":21,"truth":"true"}"#))
    #expect(truths.contains(#"{"file":0,"start":14,"end":21,"truth":"false"}"#))
    let condition = try place("temp > 20C")
    #expect(truths.contains("\"start\":\(condition),\"end\":\(condition + 10),\"truth\":\"true\""))
    let early = session.truths(at: try instant("21T10:30"))
    #expect(early.contains("\"start\":\(condition),\"end\":\(condition + 10),\"truth\":\"false\""))
    // The row that is due at 12:30 is the nearest one.
    let row = try place("now >= t.due")
    let late = session.truths(at: try instant("21T12:30"))
    #expect(late.contains("\"start\":\(row),\"end\":\(row + 12),\"truth\":\"true\""))
  }

  private func place(_ words: String) throws -> Int {
    let range = try #require(Self.rules.range(of: words))
    return Self.rules.utf16.distance(from: Self.rules.startIndex, to: range.lowerBound)
  }

  @Test func `an Opp is explained as the tool does, in any order`() throws {
    var workbench = workbench()
    let session = try session(&workbench)
    let more = session.prepare("Warm", row: nil, at: try instant("22T11:00"), steps: 1)
    #expect(more)
    for time in ["22T10:59", "21T10:00", "21T13:00", "21T12:59", "22T11:00"] {
      for opp in ["Warm", "Noon", "Due"] {
        let at = try instant(time)
        let why = session.why(opp, row: nil, at: at, looksAhead: true)
        let forPrograms = workbench.explain(opp, at: at, isJSON: true)
        let forPeople = workbench.explain(opp, at: at, isJSON: false)
        let expected = JSONText.object { json in
          json.member("explanation", raw: String(text(forPrograms.output).dropLast()))
          json.member("text", string: String(text(forPeople.output).dropLast()))
        }
        #expect(why?.hasPrefix("\(expected.dropLast()),\"take\":") == true)
      }
    }
    let at = try instant("21T12:59")
    #expect(
      session.why("Due", row: "b", at: at, looksAhead: false)?.contains("[\\\"b\\\"]") ?? false)
    #expect(session.why("Due", row: "c", at: at, looksAhead: true) == nil)
    #expect(session.why("Tea", row: nil, at: at, looksAhead: true) == nil)
  }

  @Test func `the literal by which an Opp would be true is named with its place`() throws {
    var workbench = workbench()
    let session = try session(&workbench)
    let why = session.why("Warm", row: nil, at: try instant("21T10:00"), looksAhead: false)
    let place = try place("20C")
    #expect(
      why?.contains("\"take\":{\"file\":0,\"start\":\(place),\"end\":\(place + 3),\"text\":\"")
        == true,
      "\(why ?? "nothing")")
  }

  @Test func `without a period or with errors there is no replay, and the problems say why`() {
    var workbench = workbench("opp \"Warm\" when wether\n")
    let (wrong, problems) = workbench.begin(from: nil, to: nil)
    #expect(wrong == nil && problems.first?.contains("unknown-name") ?? false)
    workbench.clearData()
    workbench.clearRules()
    workbench.addRules(path: "a.opp", Array("opp \"Noon\" on 12:00\n".utf8))
    #expect(workbench.begin(from: nil, to: nil).session == nil)
    let (session, none) = workbench.begin(
      from: Instant(seconds: 0), to: Instant(seconds: 172_800))
    #expect(none == [])
    let firings = session?.advance(to: .distantFuture, steps: .max) ?? ""
    #expect(firings.components(separatedBy: "\"type\":\"firing\"").count == 3)
  }
}
