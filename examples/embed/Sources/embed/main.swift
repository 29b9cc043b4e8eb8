import Embedding
import Foundation
import OppKit
import OppKitFoundation

let midnight = Timestamp(secondsSince1970: 1_782_079_200)  // 2026-06-22T00:00 in Amsterdam
let zone = try ZoneRules(TimeZone(identifier: "Europe/Amsterdam") ?? .current)

/// The wall clock of Amsterdam
func clock(_ timestamp: Timestamp) -> String {
  let style = Date.ISO8601FormatStyle(
    timeSeparator: .colon, timeZone: TimeZone(identifier: "Europe/Amsterdam") ?? .current
  ).time(includingFractionalSeconds: false)
  return Date(timestamp).formatted(style)
}

// 1. An app, over a day: requests when they decide, wakes in between, a restart at noon.
let rules = try lunchRules()
guard rules.isRunnable else {
  for diagnostic in rules.diagnostics { print(diagnostic.rendered(in: rules)) }
  exit(1)
}
let meeting = CalendarEvent(
  uid: "1", title: "Review", begins: midnight + 14 * 3600, ends: midnight + 15 * 3600)
var app = try App(rules, weather: .live(), at: midnight)
app.run(from: midnight, to: midnight + 12 * 3600, calendar: [meeting])
try app.restart(at: midnight + 12 * 3600)
app.run(from: midnight + 12 * 3600, to: midnight + 86_400, calendar: [meeting])
print("An app, from midnight to midnight:")
for firing in app.notifications {
  print("  \(clock(firing.at))  \(firing.opp): \(firing.text ?? "")")
}
print("  \(app.steps) steps, \(app.requests) requests")

// 2. A server: the state of each person comes with the message and goes back with the reply.
var server = Server()
var states: [[UInt8]?] = Array(repeating: nil, count: 300)
var sent = 0
for hour in 0..<3 {
  for person in states.indices {
    let limit = 20 + person % 3
    let reply = try server.handle(
      Message(
        rules: #"opp "Warm" when temp > \#(limit)C for 90min notify "It is {temp}.""#,
        state: states[person], at: midnight + Int64(hour) * 3600,
        arrivals: [.reading(Reading("weather", ["temp": .celsius(21.5)], freshness: 7200))]))
    states[person] = reply.state
    sent += reply.texts.count
  }
}
print("A server, for \(states.count) people over two hours:")
print("  \(server.ruleSets) rule sets, \(sent) notifications")
