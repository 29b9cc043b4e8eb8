import OppKit
import OppTestLimits
import Testing

/// Sessions by their public interface alone
@Suite(.limited) struct SessionTests {
  /// 2026-06-01T12:00:00Z
  private static let noon = Timestamp(secondsSince1970: 1_780_315_200)

  private static let warm = RuleSet(
    #"opp "Warm" when temp > 20C for 10min notify "It is {temp}." with { level: temp, sky: sky }"#)

  private static func weather(_ degrees: Double) -> Arrival {
    .reading(Reading("weather", ["temp": .celsius(degrees), "sky": "sunny"]))
  }

  @Test func `a session requests what decides, and fires when it has held`() throws {
    var session = try Session(
      Self.warm, supplies: ["weather": .fetched(freshness: 3600)], zone: .utc, at: Self.noon)
    let first = session.step(at: Self.noon)
    #expect(first.firings.isEmpty)
    let request = try #require(first.requests.first)
    #expect(request.source == "weather" && first.requests.count == 1)
    let second = session.step(
      at: Self.noon + 2, responses: [Response(to: request.id, [Self.weather(22)])])
    #expect(second.firings.isEmpty && second.requests.isEmpty)
    #expect(second.wake == Self.noon + 602)
    let third = session.step(at: Self.noon + 602)
    let firing = try #require(third.firings.first)
    #expect(firing.text == "It is 22°C.")
    #expect(firing.id == "2026-06-01T12:10:02Z/Warm")
    #expect(firing.payload.map(\.name) == ["level", "sky"])
    #expect(firing.payload.map { $0.value?.description } == ["22°C", "clear"])
  }

  @Test(arguments: [(900, 600), (900, 3000), (7200, 3000)])
  func `a late step fires what has fired, at its second, as long as that is of use`(
    limit: Int, late: Int64
  ) throws {
    var options = SessionOptions()
    options.latenessLimit = limit
    var session = try Session(
      Self.warm, supplies: ["weather": .pushed], zone: .utc, at: Self.noon, options: options)
    _ = session.step(at: Self.noon, arrivals: [Self.weather(22)])
    let isOfUse = late - 600 <= limit
    #expect(
      session.step(at: Self.noon + late).firings.map(\.at) == [Self.noon + (isOfUse ? 600 : late)])
  }

  @Test func `a second is decided once: what comes later in it counts from the next on`() throws {
    var session = try Session(
      Self.warm, supplies: ["weather": .pushed], zone: .utc, at: Self.noon)
    #expect(session.step(at: Self.noon).at == Self.noon)
    #expect(session.step(at: Self.noon, arrivals: [Self.weather(22)]).at == Self.noon + 1)
    #expect(session.step(at: Self.noon + 700).firings.map(\.at) == [Self.noon + 601])
  }

  @Test func `the first second is still to be decided where the memory was taken before it`() throws
  {
    func made(from memory: Memory?) throws -> Session {
      try Session(
        Self.warm, supplies: ["weather": .pushed], zone: .utc, memory: memory, at: Self.noon)
    }
    var begun = try made(from: nil)
    var session = try made(from: begun.memory())
    #expect(!session.hasDecided(Self.noon))
    #expect(session.step(at: Self.noon, arrivals: [Self.weather(22)]).at == Self.noon)
    _ = begun.step(at: Self.noon)
    #expect(try made(from: begun.memory()).hasDecided(Self.noon))
  }

  @Test func `requests of a second that is not taken change nothing`() throws {
    var session = try Session(
      RuleSet(#"opp "Walk" when free >= 30min and sky == sunny"#),
      supplies: ["weather": .fetched(), "calendar": .fetched(cost: 0.1)], zone: .utc,
      at: Self.noon)
    var responses: [Response] = []
    var asked: [String] = []
    while true {
      let requests = session.requests(at: Self.noon, responses: responses)
      if requests.isEmpty { break }
      for request in requests {
        asked.append(request.source)
        responses.append(
          Response(
            to: request.id, request.source == "weather" ? [Self.weather(22)] : [.events([])]))
      }
    }
    #expect(asked.sorted() == ["calendar", "weather"])
    let step = session.step(at: Self.noon, responses: responses)
    #expect(step.firings.map(\.opp) == ["Walk"])
    #expect(step.at == Self.noon && step.requests.isEmpty)
  }

  @Test func `the calendar makes one free, and its events are rows`() throws {
    let rules = RuleSet(
      """
      opp "Break" when free >= 30min notify "{free}"
      opp "Soon" for each e in agenda on e.begins - 10min notify "{e.title}"
      """)
    var session = try Session(rules, supplies: ["calendar": .pushed], zone: .utc, at: Self.noon)
    let meeting = CalendarEvent(
      uid: "a", title: "Review / 1", begins: Self.noon + 1200, ends: Self.noon + 3600)
    #expect(session.step(at: Self.noon, arrivals: [.events([meeting])]).firings.isEmpty)
    let soon = session.step(at: Self.noon + 900)
    #expect(soon.firings.map(\.opp) == ["Soon"])
    #expect(soon.firings.first?.row == "2026-06-01T12:20:00Z, a")
    #expect(soon.firings.first?.at == Self.noon + 600)
    #expect(
      soon.firings.first?.id
        == "2026-06-01T12:10:00Z/Soon/%5B%222026-06-01T12%3A20%3A00Z%22%2C%22a%22%5D")
    #expect(session.step(at: Self.noon + 3600).firings.map(\.opp) == ["Break"])
  }

  @Test func `a calendar file with a zone of its own is taken`() throws {
    let text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      BEGIN:VEVENT\r
      UID:1\r
      DTSTART;TZID=Somewhere:20260601T140000\r
      DTEND;TZID=Somewhere:20260601T150000\r
      SUMMARY:There\r
      END:VEVENT\r
      END:VCALENDAR\r\n
      """
    var session = try Session(
      RuleSet(#"opp "Busy" when busy"#), supplies: ["calendar": .pushed], zone: .utc, at: Self.noon)
    let arrival = Arrival.calendar(iCalendar: text.utf8) { name in
      name == "Somewhere" ? ZoneRules(secondsFromUTC: 7200) : nil
    }
    let step = session.step(at: Self.noon, arrivals: [arrival])
    #expect(step.rejections.isEmpty)
    #expect(step.firings.map(\.at) == [Self.noon])
    let broken = session.step(
      at: Self.noon + 60, arrivals: [.calendar(iCalendar: Array("<html>".utf8))])
    #expect(!broken.rejections.isEmpty || !broken.notices.isEmpty || broken.firings.isEmpty)
    #expect(session.explanation(of: "Busy")?.truth == .unknown)
  }

  @Test func `what cannot be taken is reported, and the rest of it counts`() throws {
    var session = try Session(
      Self.warm, supplies: ["weather": .pushed], zone: .utc, at: Self.noon)
    let step = session.step(
      at: Self.noon,
      arrivals: [
        .reading(
          Reading("weather", ["temp": .celsius(22), "sky": "blue-ish", "visibilty": .meters(50)])),
        .reading(Reading("wether", [:])), .rows(of: "agenda", [["title": "no key"]]),
        .places([Arrival.Place(name: "X", category: "cafe", latitude: 100, longitude: 0)]),
      ])
    #expect(step.rejections.count == 6 || step.rejections.count == 5)
    #expect(
      step.rejections.map(\.description).contains(
        "weather: there is no field `visibilty`; did you mean `visibility`?"))
    #expect(
      step.rejections.map(\.description).contains(
        "wether: there is no such source; did you mean `weather`?"))
    #expect(session.step(at: Self.noon + 600).firings.count == 1)
  }

  @Test func `a failure is reported once, with whom it silences`() throws {
    var session = try Session(
      Self.warm, supplies: ["weather": .fetched()], zone: .utc, at: Self.noon)
    let request = try #require(session.step(at: Self.noon).requests.first)
    let step = session.step(
      at: Self.noon + 1,
      responses: [
        Response(to: request.id, failure: RequestFailure(.refused, "the service refuses the key"))
      ])
    #expect(step.notices.count == 1)
    #expect(step.notices.first?.contains("\"Warm\"") == true)
    #expect(step.wake != nil)
  }

  @Test func `an override of the person holds, and ends`() throws {
    let rules = RuleSet(#"opp "Noon" when time in 12:00..12:30 snooze 5min"#)
    var session = try Session(rules, supplies: [:], zone: .utc, at: Self.noon + -60)
    _ = session.step(at: Self.noon + -60)
    session.perform(.disable("Noon"))
    #expect(session.step(at: Self.noon + 60).firings.isEmpty)
    session.perform(.enable("Noon"))
    #expect(session.step(at: Self.noon + 120).firings.map(\.at) == [Self.noon + 61])
    session.perform(.snooze("Noon", until: Self.noon + 600))
    #expect(session.step(at: Self.noon + 700).firings.map(\.at) == [Self.noon + 600])
    session.perform(.snooze("Nothing", row: "x", until: Self.noon))
    let answered = session.step(
      at: Self.noon + 800, arrivals: [.answer(Answer(.snoozed, to: "Noon"))])
    #expect(answered.firings.isEmpty)
    #expect(session.step(at: Self.noon + 1200).firings.map(\.at) == [Self.noon + 1100])
  }

  @Test func `an explanation has the parts, their readings and what is missing`() throws {
    var session = try Session(
      RuleSet(#"opp "Walk" when temp > 20C and free >= 30min"#),
      supplies: ["weather": .pushed, "calendar": .fetched()], zone: .utc, at: Self.noon)
    _ = session.step(at: Self.noon, arrivals: [Self.weather(15)])
    let explanation = try #require(session.explanation(of: "Walk"))
    #expect(explanation.truth == .false)
    #expect(explanation.missing == ["temp is 15°C, needs more than 20C"])
    let parts = try #require(explanation.condition?.parts)
    #expect(parts.map(\.text) == ["temp > 20C", "free >= 30min"])
    #expect(parts.map(\.truth) == [.false, .unknown])
    #expect(parts.first?.parts.first?.readAt == Self.noon)
    #expect(parts.last?.reasons == ["calendar.free: no reading yet"])
    #expect(session.explanation(of: "Nothing") == nil)
  }
}
