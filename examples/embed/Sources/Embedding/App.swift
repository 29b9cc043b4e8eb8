import Foundation
import OppKit
import OppKitFoundation

/// An app: one person, one session, and nothing that runs between two wakes
public struct App {
  private var session: Session

  /// What would be in the app's database
  private var saved = Memory()
  public private(set) var notifications: [Firing] = []
  public private(set) var steps = 0
  public private(set) var requests = 0

  private let weather: RecordedWeather
  private let zone: ZoneRules

  private static let supplies: [String: Supply] = [
    "weather": .fetched(), "calendar": .pushed,
  ]

  public init(_ rules: RuleSet, weather: RecordedWeather, at now: Timestamp) throws {
    self.weather = weather
    zone = try ZoneRules(TimeZone(identifier: "Europe/Amsterdam") ?? .current)
    session = try Session(rules, supplies: Self.supplies, zone: zone, at: now)
  }

  /// Runs from wake to wake, on a clock that does not wait
  public mutating func run(from begin: Timestamp, to end: Timestamp, calendar: [CalendarEvent]) {
    var now = begin
    var arrivals: [Arrival] = [.events(calendar)]
    var responses: [Response] = []
    while now < end {
      let step = session.step(at: now, arrivals: arrivals, responses: responses)
      (arrivals, responses) = ([], [])
      steps += 1
      // One transaction in a database; the notifications go out after it.
      saved.apply(session.takeChanges())
      notifications += step.firings
      requests += step.requests.count
      if step.requests.isEmpty {
        guard let wake = step.wake else { return }
        now = wake
      } else {
        // A service takes a second to respond.
        now = step.at + 1
        responses = step.requests.map { weather.response(to: $0, at: now) }
      }
    }
  }

  /// Ends and starts again, as the system does with apps
  public mutating func restart(at now: Timestamp) throws {
    session = try Session(
      session.rules, supplies: Self.supplies, zone: zone, memory: Memory(bytes: saved.bytes),
      at: now)
  }
}
