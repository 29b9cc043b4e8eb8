import Foundation
import OppEngine
import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

/// `127.0.0.1:2947`
private let gpsd = ProcessInfo.processInfo.environment["OPP_GPSD"]

/// Against a real gpsd that `.ci/with-gpsd` has started, with the walk of `Tests/Tables/Positions`
@Suite(.limited, .waiting, .enabled(if: gpsd != nil, "OPP_GPSD names no gpsd")) struct RealGPSDTests
{
  @Test func `gpsd reports a walk`() async throws {
    let address = try #require(gpsd)
    let evening = try #require(Instant(rfc3339: "2026-06-21T18:00:00Z"))
    let connector = try GPSDConnector(
      LocatedWorld.settings("location", "gpsd", ["address": .text(address)]), clock: { evening },
      pause: { _ in .milliseconds(100) })
    var speeds: Set<Int> = []
    for await event in try #require(connector.pushed()) {
      guard case .arrived(let arrivals) = event, case .reading(let reading)? = arrivals.first else {
        Issue.record("\(LocatedWorld.text(event))")
        break
      }
      // A report that comes before the receiver has told the date has no time of its own.
      if reading.instant != evening {
        #expect((0..<31).contains(reading.instant.seconds(since: LocatedWorld.noon)))
      }
      guard case .known(.position(let position)) = reading.fields[0],
        case .known(.scalar(let accuracy)) = reading.fields[1],
        case .known(.scalar(let speed)) = reading.fields[2]
      else {
        // The first report of a receiver may lack its speed.
        continue
      }
      #expect((36.0699...36.0704).contains(position.latitude))
      #expect((position.longitude + 79.79).magnitude < 1e-6)
      #expect((1...100).contains(accuracy))
      speeds.insert(Int((speed * 10).rounded()))
      if speeds.isSuperset(of: [0, 14]) { break }
    }
    #expect(speeds.isSuperset(of: [0, 14]))
  }
}
