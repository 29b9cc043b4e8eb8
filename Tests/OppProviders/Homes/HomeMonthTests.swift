import Dispatch
import OppEngine
import OppModel
import OppReplay
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// A month of a house from the history fires what a live run over the same states fires
@Suite(.limited) struct HomeMonthTests {
  private static let begin = ConnectedRules.now
  private static let days: Int64 = 30

  /// A state that an entity has from a time on
  private struct Change: Sendable {
    let time: Double
    let id: String
    let state: String

    /// As subscriptions and the history have it
    var json: String {
      let unit = id == "sensor.kitchen" ? #","a":{"unit_of_measurement":"°C"}"# : ""
      return #"{"s":"\#(state)"\#(unit),"lc":\#(time),"lu":\#(time)}"#
    }
  }

  private static let rules = """
    source house { kitchen: Temperature  freezer, washer: Number  door, motion: Bool }
    connect house to homeassistant("http://ADDRESS", token: env("T"), domain: "sensor", lost: 0s)
    opp "Warm" when kitchen > 22C for 10min
    opp "Open" when door for 5min
    opp "Motion" on motion changes to true notify "{kitchen}"
    opp "Washed" when (washer < 5 for 3min) and (washer > 50 within last 10min)
    opp "Silent" when age(freezer) > 6h
    opp "Gone" when not known(kitchen)
    opp "Still" when not (motion within last 12h)
    """

  /// A month of five entities: some hours of silence, some minutes of nothing, and many changes in a second now and then
  private static let month: [Change] = {
    var random = SplitMix64(seed: 48)
    var changes: [Change] = []
    var time = 0.0
    var states = ["kitchen": "20", "freezer": "-18", "washer": "0", "door": "off", "motion": "off"]
    func note(_ name: String, _ state: String) {
      changes.append(
        Change(time: Double(begin.seconds) + time, id: "sensor.\(name)", state: state))
    }
    for name in states.keys.sorted() { note(name, states[name] ?? "") }
    while time < Double(days * 86_400) - 100 {
      time +=
        Double(random.pick([1, 20, 60, 300, 900, 3600])) + Double(random.number(in: 1...999)) / 1000
      for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
        time += 0.001
        let name = random.pick([
          "kitchen", "kitchen", "freezer", "washer", "door", "motion", "motion",
        ])
        let state =
          if random.oneIn(40) {
            "unavailable"
          } else {
            switch name {
            case "kitchen": "\(random.number(in: 18...24)).\(random.number(in: 0...9))"
            case "freezer": "-\(random.number(in: 16...20))"
            case "washer": random.pick(["0", "2", "400", "2100"])
            default: states[name] == "on" ? "off" : "on"
            }
          }
        // The same again is no change, and Home Assistant sends nothing.
        guard states.updateValue(state, forKey: name) != state else { continue }
        note(name, state)
      }
    }
    return changes
  }()

  private func firings(_ arrivals: [PastArrival], _ graph: ConditionGraph) -> [String] {
    var paced = PacedArrivals()
    var all: [PastArrival] = []
    for past in arrivals { all += paced.add([past.arrival], at: past.at) }
    all += paced.take(before: .distantFuture)
    let replay = Replay(
      graph: graph, zone: .utc, begins: Self.begin, arrivals: all.map { ($0.at, $0.arrival) })
    return replay.run(from: Self.begin, to: Self.begin.advanced(by: Self.days * 86_400)).firings
      .map { "\($0.at.seconds(since: Self.begin)) \($0.opp) \($0.text ?? "")" }
  }

  private func connected(_ server: ByteServer, _ clock: @escaping @Sendable () -> Instant) throws
    -> (ConnectedRules, HomeAssistantConnector)
  {
    let rules = try ConnectedRules(
      Self.rules.replacing("ADDRESS", with: server.address), secrets: ["T": "secret"])
    let pace = ServicePace(
      clock: clock, pause: { _, _ in .milliseconds(1) }, patience: .zero, keepAlive: .seconds(30))
    return (rules, try HomeAssistantConnector(rules.settings, pace))
  }

  private func live() async throws -> [String] {
    let clock = Mutex(Self.begin)
    let isTaken = DispatchSemaphore(value: 0)
    let first = Self.month.prefix(5)
    let rest = Self.month.dropFirst(5)
    let server = try ScriptedHome.server({ home in
      try home.accept()
      let states = first.map { #""\#($0.id)":\#($0.json)"# }.joined(separator: ",")
      let (id, _) = try home.subscribe(states)
      isTaken.wait()
      for change in rest {
        clock.withLock { $0 = Instant(seconds: Int64(change.time.rounded(.up))) }
        try home.event(id, #"{"c":{"\#(change.id)":{"+":\#(change.json)}}}"#)
        isTaken.wait()
      }
      home.connection.hold()
    })
    defer { server.stop() }
    let (rules, connector) = try connected(server) { clock.withLock { $0 } }
    var arrivals: [PastArrival] = []
    var left = rest.count + 1
    for await event in try #require(connector.pushed()) {
      guard case .received(let message) = event else { continue }
      arrivals += message.arrivals.map { PastArrival($0, at: message.at) }
      isTaken.signal()
      left -= 1
      if left == 0 { break }
    }
    return firings(arrivals, rules.graph)
  }

  private func past() async throws -> [String] {
    let server = try ScriptedHome.server({ home in
      try home.accept()
      try home.answerConfiguration()
      for day in 0..<Self.days {
        let message = try home.read()
        let start = Double(Self.begin.seconds + day * 86_400)
        let states = Self.month.filter { $0.time >= start && $0.time < start + 86_400 }
        let byEntity = Dictionary(grouping: states, by: \.id).map { id, states in
          #""\#(id)":[\#(states.map(\.json).joined(separator: ","))]"#
        }
        let id = message["id"]?.integer ?? 0
        try home.send(
          #"{"id":\#(id),"type":"result","success":true,"result":{\#(byEntity.joined(separator: ","))}}"#
        )
      }
      home.connection.hold()
    })
    defer { server.stop() }
    let (rules, connector) = try connected(server) { Self.begin }
    let history = try #require(
      await connector.history(
        from: Self.begin, until: Self.begin.advanced(by: Self.days * 86_400), means: false))
    return firings(try history.get(), rules.graph)
  }

  @Test func `a month from the history fires what a live run fires`() async throws {
    let (live, past) = (try await live(), try await past())
    #expect(live == past)
    for name in ["Warm", "Open", "Motion", "Washed", "Silent", "Gone"] {
      #expect(live.contains { $0.split(separator: " ")[1] == name }, "\(name)")
    }
    #expect(live.count > 300, "\(live.count)")
  }
}
