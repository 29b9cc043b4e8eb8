import OppKit
import OppTestLimits
import Testing

/// The code of the article “Running a session”, each block between `// snippet` and `// end`
@Suite(.limited) struct RunningSnippets {
  /// 2026-06-01T12:00:00Z
  private static let noon = Timestamp(secondsSince1970: 1_780_315_200)

  @Test func `a session is stepped, and its requests are responded to`() throws {
    let now = Self.noon
    var delivered: [Firing] = []
    var alarm: Timestamp?
    func deliver(_ firings: [Firing]) { delivered += firings }
    // snippet
    let rules = RuleSet(#"opp "Warm" when temp > 20C for 10min notify "It is {temp}.""#)
    var session = try Session(
      rules, supplies: ["weather": .fetched(freshness: 3600)], zone: .utc, at: now)
    // end

    // snippet
    func weather(for request: Request) -> Response {
      guard request.source == "weather" else {
        return Response(to: request.id, failure: RequestFailure(.misconfigured, "no such service"))
      }
      let fields: [String: Value] = ["temp": .celsius(22), "wind": .metersPerSecond(3)]
      return Response(to: request.id, [.reading(Reading("weather", fields))])
    }

    var step = session.step(at: now)
    deliver(step.firings)
    if !step.requests.isEmpty {
      let responses = step.requests.map { weather(for: $0) }
      step = session.step(at: now + 2, responses: responses)
      deliver(step.firings)
    }
    alarm = step.wake
    // end
    #expect(step.requests.isEmpty)
    #expect(alarm == now + 2 + 600)
    let wake = try #require(alarm)
    // snippet
    step = session.step(at: wake)
    deliver(step.firings)
    // end
    #expect(delivered.map(\.text) == ["It is 22°C."])
  }

  @Test func `what comes by itself is an arrival`() throws {
    let now = Self.noon
    let rules = RuleSet(
      """
      table chores by name { name: Text, due: Instant }
      opp "Home" near @52.09,5.12 within 200m notify "Home."
      opp "Overdue" for each c in chores where due < now notify "{c.name}"
      opp "Break" when free >= 30min notify "{free}"
      """)
    var session = try Session(
      rules, supplies: ["location": .pushed, "chores": .pushed, "calendar": .pushed], zone: .utc,
      at: now)
    // snippet
    let arrivals: [Arrival] = [
      .reading(
        Reading(
          "location",
          [
            "position": .position(latitude: 52.0901, longitude: 5.1201), "accuracy": .meters(20),
          ])),
      .rows(of: "chores", [["name": "Dishes", "due": .instant(now + -60)]], replacesAll: true),
      .events([
        CalendarEvent(uid: "1", title: "Review", begins: now + 3600, ends: now + 7200)
      ]),
    ]
    let step = session.step(at: now, arrivals: arrivals)
    for rejection in step.rejections { print(rejection) }
    // end
    #expect(step.rejections.isEmpty)
    #expect(step.firings.map(\.opp) == ["Break", "Home", "Overdue"])
  }

  @Test func `the person answers, and disables`() throws {
    let now = Self.noon
    let rules = RuleSet(
      #"opp "Stretch" when time in 12:00..13:00 snooze 10min notify "Get up.""#)
    var session = try Session(rules, supplies: [:], zone: .utc, at: now)
    #expect(session.step(at: now).firings.count == 1)
    // snippet
    var step = session.step(at: now + 5, arrivals: [.answer(Answer(.snoozed, to: "Stretch"))])
    let again = session.step(at: now + 605)
    session.perform(.disable("Stretch"))
    step = session.step(at: now + 606)
    // end
    #expect(again.firings.map(\.at) == [now + 605])
    #expect(step.firings.isEmpty)
  }

  @Test func `an explanation says what is missing`() throws {
    let now = Self.noon
    let rules = RuleSet(#"opp "Walk" when temp > 20C and free >= 30min"#)
    var session = try Session(
      rules, supplies: ["weather": .pushed, "calendar": .pushed], zone: .utc, at: now)
    let cold = Reading("weather", ["temp": .celsius(15)])
    _ = session.step(at: now, arrivals: [.reading(cold), .events([])])
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    // snippet
    if let explanation = session.explanation(of: "Walk"), explanation.truth != .true {
      for line in explanation.missing { print(line) }
      for part in explanation.condition?.parts ?? [] where part.truth == .unknown {
        print("\(part.text): \(part.reasons.joined(separator: ", "))")
      }
    }
    // end
    #expect(printed == ["temp is 15°C, needs more than 20C"])
  }

  @Test func `a copy looks ahead`() throws {
    let now = Self.noon
    let rules = RuleSet(#"opp "Tea" on 16:00 notify "Tea.""#)
    var session = try Session(rules, supplies: [:], zone: .utc, at: now)
    _ = session.step(at: now)
    // snippet
    var preview = session
    var soon: [Firing] = []
    var second = session.present
    while let wake = preview.step(at: second + 1).wake, wake < now + 86_400 {
      let step = preview.step(at: wake)
      soon += step.firings
      second = step.at
    }
    // end
    #expect(soon.map(\.opp) == ["Tea"])
    #expect(session.present == now)
  }
}
