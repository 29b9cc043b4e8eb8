import Foundation
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Whatever services do with the secrets that they are told, nobody reads them here
@Suite(.limited, .waiting) struct SecretTests {
  private static let secret = "hush-4711-secret"

  /// Secrets in headers, in queries and in addresses
  private static let rules = """
    source hall fresh for 30min { warm: Bool }
    source attic fresh for 30min { dry: Bool }
    connect hall to json("URL/hall", token: env("HALL_TOKEN"))
    connect attic to json(env("ATTIC_ADDRESS"))
    connect weather to openweathermap(key: env("WEATHER_KEY"), url: "URL/weather")
    connect calendar to ical(env("CALENDAR_ADDRESS"), user: "mira", password: env("HALL_TOKEN"))
    connect location to fixed(@52.1,5.1)
    connect notifications to ntfy(env("NTFY_ADDRESS"), token: env("HALL_TOKEN"))
    opp "Hourly" on every 1h
    opp "Warm" on every 1h when warm and dry notify "Warm."
    opp "Walk" on every 1h when sky == sunny or busy notify "{temp}"
    """

  /// What is wrong with all services, each of which says its worst
  private enum Fault: CaseIterable {
    case refused, echoed, page, garbage, elsewhere, closed, unreachable

    var answer: ServerAnswer {
      switch self {
      case .refused: .status(401)
      case .echoed: .json(#"{"cod":401,"message":"the key \#(secret) is wrong"}"#, status: 401)
      case .page: .page("<!DOCTYPE html><html>Log in as \(secret)</html>")
      case .garbage: .json(#"{"\#(secret)": "#)
      case .elsewhere: .redirect(to: "http://127.0.0.1:1/\(secret)?appid=\(secret)")
      case .closed, .unreachable: .fault(.close)
      }
    }
  }

  @Test(arguments: Fault.allCases)
  private func `a secret is in no output and no file, whatever services respond`(
    fault: Fault
  ) async throws {
    let live = try LiveFolder(Self.rules, to: "2026-06-21T03:00:00Z")
    let address = live.server.url
    live.variables = [
      "HALL_TOKEN": Self.secret, "WEATHER_KEY": Self.secret,
      "ATTIC_ADDRESS": "\(address)/attic/\(Self.secret)?token=\(Self.secret)",
      "CALENDAR_ADDRESS": "\(address)/\(Self.secret)/basic.ics",
      "NTFY_ADDRESS": "\(address)/\(Self.secret)",
    ]
    for path in [
      "/hall", "/attic/\(Self.secret)", "/weather/data/2.5/weather",
      "/\(Self.secret)/basic.ics", "/\(Self.secret)",
    ] {
      live.server.on(path) { _ in fault.answer }
    }
    if fault == .unreachable { live.server.stop() }
    try await live.live()
    try await live.live(["--once", "--format", "json"])
    #expect(live.printed.contains("hall (json)"))
    var said = live.printed
    for arguments in [
      ["history"], ["list"], ["list", "--format", "json"], ["plan", "rules.opp"],
      ["plan", "rules.opp", "--format", "json"], ["check", "rules.opp"],
      ["compile", "rules.opp"], ["check", "rules.opp", "--format", "json"],
    ] {
      said += live.command(arguments, isOfStore: !["check", "compile"].contains(arguments[0]))
    }
    for part in ["Hourly", "waits for it", "for it failed", "no problems in 3 Opps", "\"rules\""] {
      #expect(said.contains(part), "\(said)")
    }
    let asked = Set(live.server.requests.map(\.path))
    #expect(fault == .unreachable || asked.count >= 5, "\(asked)")
    for range in said.ranges(of: Self.secret) {
      Issue.record("\(said[..<range.upperBound].suffix(300))")
    }
    let files = FileManager.default.enumerator(at: live.folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where !file.hasDirectoryPath {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.firstRange(of: Data(Self.secret.utf8)) == nil, "\(file.lastPathComponent)")
    }
  }
}
