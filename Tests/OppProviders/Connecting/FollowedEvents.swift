import OppEngine
import OppModel
import OppSession
import Testing

@testable import OppProviders

extension ConnectedRules {
  /// The first events of a connector that pushes, in words
  ///
  /// ```
  /// temp=21°C                   a reading of 2026-06-21T12:00:00Z; each message is acknowledged as soon as it comes
  /// lapsed temp=?               by time alone
  /// note: …, refused: …         for people; the end of the connection
  /// found                       it is there again; the first time is left out
  /// ```
  func events(_ count: Int, of connector: any Connector) async throws -> [String] {
    var events: [String] = []
    for await event in try #require(connector.pushed()) {
      switch event {
      case .arrived(let arrivals):
        if arrivals.isEmpty, events.isEmpty { continue }
        events.append(arrivals.isEmpty ? "found" : describe(arrivals))
      case .received(let message):
        message.acknowledge()
        events.append(describe(message.arrivals))
      case .lapsed(let arrivals): events.append("lapsed " + describe(arrivals))
      case .lines: events.append("lines of a program")
      case .lost(let failure): events.append("\(failure.kind): \(failure.reason)")
      case .noted(let failure): events.append("note: \(failure.reason)")
      }
      if events.count == count { break }
    }
    return events
  }

  /// Arrivals without the time of ``now``, and with the values of parameters
  private func describe(_ arrivals: [Arrival]) -> String {
    arrivals.map { arrival in
      var text = describe(
        FetchResponse(
          fetch: Fetch(subject: .source(SourceID(index: 0), [])), outcome: .arrived([arrival])))
      if text.hasPrefix("2026-06-21T12:00:00Z ") { text.removeFirst(21) }
      if case .reading(let reading) = arrival, !reading.arguments.isEmpty {
        text = "\(reading.arguments.compactMap { $0 }) " + text
      }
      return text
    }.joined(separator: "\n")
  }
}
