import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Locations that are pushed, by a gpsd of the tests' own
@Suite(.limited, .waiting) struct PushTests {
  private static let version =
    #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\n"
  private static let devices = #"{"class":"DEVICES","devices":[{"path":"/dev/ttyACM0"}]}"# + "\n"

  /// Without a time of its own a fix counts from when it comes.
  private static func fix(_ latitude: Double, _ longitude: Double) -> String {
    #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":\#(latitude),"lon":\#(longitude),"eph":5.0}"#
      + "\n"
  }

  @Test
  func `a lost receiver is reported once, with the Opps that it silences, and so is its return`()
    async throws
  {
    // Gone, gone again, and then there.
    let server = try LineServer(
      [.hear, .say(Self.version + Self.devices)], [.hear, .say(Self.version)],
      [.hear, .say(Self.version + Self.devices + Self.fix(52.1, 5.1)), .hold])
    defer { server.stop() }
    let live = try LiveFolder(
      """
      connect location to gpsd("\(server.address)")
      opp "Here" near @52.1,5.1 within 1km
      opp "There" when distance(@52.2,5.2) < 1km and time < 13:00
      opp "Noon" on 12:00
      """, to: "2026-06-21T00:00:01Z")
    let folder = live
    live.machineClock = LastingClock { folder.transcript.contains("  Here") }
    try await live.live()
    let said = live.printed.replacing(server.address, with: "localhost:2947")
    #expect(live.count(of: "  Here") == 1, "\(said)")
    let health = said.split(separator: "\n").filter { $0.contains("  location (gpsd)") }.map {
      $0.dropFirst("2026-06-21 12:00:00  ".count)
    }
    #expect(
      health == [
        "location (gpsd): gpsd at localhost:2947 closed the connection; \"Here\" and \"There\" wait for it. If this continues, check the network and the address; Opp tries again by itself.",
        "location (gpsd) works again; \"Here\" and \"There\" continue.",
      ], "\(said)")
  }

  /// Makes one round with a gpsd, and returns what it prints
  private func round(
    _ server: LineServer, _ rule: String, _ options: [String] = []
  ) async throws -> LiveFolder {
    let live = try LiveFolder(
      "connect location to gpsd(\"\(server.address)\")\n" + rule, to: "2026-06-21T00:00:01Z")
    live.machineClock = LastingClock { false }
    try await live.live(["--once"] + options)
    return live
  }

  @Test func `a round waits for the first position that a rule needs`() async throws {
    // The first connection brings nothing.
    let server = try LineServer(
      [.hear, .say(Self.version)],
      [.hear, .say(Self.version + Self.devices + Self.fix(52.1, 5.1)), .hold])
    defer { server.stop() }
    let live = try await round(server, "opp \"Here\" near @52.1,5.1 within 1km", ["--wait", "60s"])
    #expect(live.status == .success, "\(live.printed)")
    #expect(live.count(of: "  Here") == 1, "\(live.printed)")
    #expect(live.count(of: "closed the connection") == 0, "\(live.printed)")
  }

  @Test func `a round without a position says so and ends with 3`() async throws {
    let server = try LineServer([.hear, .say(Self.version + Self.devices), .hold])
    defer { server.stop() }
    let live = try await round(
      server, "opp \"Known\" when known(position) notify \"There.\"", ["--wait", "1s"])
    #expect(live.status == .outside)
    #expect(
      live.count(
        of: "location (gpsd): there was no report within 1 s; \"Known\" waits for it.") == 1,
      "\(live.printed)")
  }

  @Test func `a round does not wait for a position that no rule needs now`() async throws {
    let server = try LineServer([.hear, .say(Self.version + Self.devices), .hold])
    defer { server.stop() }
    let live = try await round(
      server, "opp \"Never\" when near @52.1,5.1 within 1km and today < 2020-01-01",
      ["--wait", "60s"])
    #expect(live.status == .success, "\(live.printed)")
    #expect(live.count(of: "no report") == 0, "\(live.printed)")
  }

  @Test func `a fixed position is there in every round`() async throws {
    for _ in 0..<20 {
      let live = try LiveFolder(
        "connect location to fixed(@52.1,5.1)\nopp \"Here\" near @52.1,5.1 within 1km",
        to: "2026-06-21T00:00:30Z")
      live.machineClock = LastingClock { false }
      try await live.live(["--once"])
      #expect(live.count(of: "  Here") == 1, "\(live.printed)")
      #expect(live.status == .success)
    }
  }
}
