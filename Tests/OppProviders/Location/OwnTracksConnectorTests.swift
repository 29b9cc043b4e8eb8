import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against messages in the shapes of owntracks.org/booklet/tech/json and of the recorder
@Suite(.limited) struct OwnTracksConnectorTests {
  static let message = #"""
    {"_type":"location","acc":12,"alt":240,"batt":81,"conn":"w","lat":36.07,"lon":-79.79,"tid":"AL","tst":1782043140,"vac":3,"vel":18}
    """#

  // MARK: - Files

  private func answer(file text: String?) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "owntracks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let text {
      try text.write(to: folder.appending(path: "phone"), atomically: true, encoding: .utf8)
    }
    let connector = try OwnTracksConnector(
      LocatedWorld.settings(
        "location", "owntracks", ["url": .text("phone")], folder: folder.path))
    return LocatedWorld.text(await connector.fetch(LocatedWorld.fetch, at: LocatedWorld.noon))
  }

  @Test(arguments: [
    (message, "@36.07,-79.79 12.0 5.0 at 2026-06-21T11:59:00Z"),
    (
      // The recorder's files: a time, a word, the message; of two the later by its own time.
      "2026-06-21T11:58:00Z\t*                 \t" + message + "\n"
        + "2026-06-21T11:59:30Z\t*                 \t{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1782043000}\n"
        + "2026-06-21T11:59:40Z\tlwt               \t{\"_type\":\"lwt\",\"tst\":1782043199}\n",
      "@36.07,-79.79 12.0 5.0 at 2026-06-21T11:59:00Z"
    ),
    (
      "cut off\"lat\":9}\n{\"_type\":\"location\",\"lat\":1.5,\"lon\":2,\"tst\":1782043000,\"vel\":-1}\n",
      "@1.5,2.0 ? ? at 2026-06-21T11:56:40Z"
    ),
    (
      // A phone whose clock is ahead.
      "{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1782050000}",
      "@1.0,2.0 ? ? at 2026-06-21T12:00:00Z"
    ),
    ("", "unreadable: phone holds no messages of OwnTracks"),
    ("hello\n{]", "unreadable: phone holds no messages of OwnTracks"),
    (
      "{\"_type\":\"location\",\"lat\":91,\"lon\":2,\"tst\":1}", "broken: phone has no position yet"
    ),
    ("{\"_type\":\"lwt\",\"tst\":1}", "broken: phone has no position yet"),
    (
      "{\"_type\":\"encrypted\",\"data\":\"x\"}",
      "misconfigured: the positions of phone are encrypted"
    ),
  ])
  func `a file gives the latest position`(text: String, expected: String) async throws {
    #expect(try await answer(file: text) == expected)
  }

  @Test func `of a long file the end is read`() async throws {
    let line = #"{"_type":"location","lat":1,"lon":2,"tst":1782040000}"# + "\n"
    let text = String(repeating: line, count: 20_000) + Self.message
    #expect(try await answer(file: text) == "@36.07,-79.79 12.0 5.0 at 2026-06-21T11:59:00Z")
  }

  @Test func `a missing file is for the person to mend`() async throws {
    #expect(
      try await answer(file: nil) == "misconfigured: phone cannot be read, or is not there")
  }

  // MARK: - The recorder

  private func answer(
    _ answer: ServerAnswer, secrets: [String: String] = [:], _ values: [String: Value] = [:]
  ) async throws -> (String, ReceivedRequest?) {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.on("/api/0/last") { _ in answer }
    var values = values
    values["url"] = .text(server.url + "/api/0/last?user=ada&device=phone")
    let connector = try OwnTracksConnector(
      LocatedWorld.settings("location", "owntracks", values, secrets: secrets))
    let said = LocatedWorld.text(await connector.fetch(LocatedWorld.fetch, at: LocatedWorld.noon))
    return (said, server.requests.first)
  }

  @Test(arguments: [
    (
      #"[{"_type":"location","lat":36.07,"lon":-79.79,"tst":1782043140,"vel":18,"acc":12,"username":"ada","device":"phone","topic":"owntracks/ada/phone","ghash":"dnrcd","isotst":"2026-06-21T11:59:00Z"}]"#,
      "@36.07,-79.79 12.0 5.0 at 2026-06-21T11:59:00Z"
    ),
    ("[]", "broken: 127.0.0.1 has no position yet"),
    (
      #"[{"_type":"location","lat":1,"lon":1,"tst":1782043140,"username":"ada"},{"_type":"location","lat":2,"lon":2,"tst":1782043140,"username":"bob"}]"#,
      "misconfigured: 127.0.0.1 reports 2 people: request one, with ?user=NAME in the address"
    ),
    ("[", "unreadable: 127.0.0.1 did not respond with a position of OwnTracks"),
    ("", "unreadable: 127.0.0.1 responded with nothing in place of a position of OwnTracks"),
    ("{\"error\":\"x\"}", "unreadable: 127.0.0.1 holds no messages of OwnTracks"),
  ])
  func `the recorder gives the latest position`(body: String, expected: String) async throws {
    let (said, request) = try await answer(.json(body))
    #expect(said == expected)
    #expect(request?.query == ["user": "ada", "device": "phone"])
  }

  @Test func `a user and a password go with the request and into no reason`() async throws {
    let (said, request) = try await answer(
      .status(401), secrets: ["password": "hush-hush"], ["user": .text("ada")])
    #expect(said == "refused: 127.0.0.1 responded with 401")
    #expect(request?.header("Authorization") == "Basic YWRhOmh1c2gtaHVzaA==")
  }

  @Test func `a login page is not a position`() async throws {
    let (said, _) = try await answer(.page())
    #expect(
      said == "unreadable: 127.0.0.1 responded with a page in place of a position of OwnTracks")
  }
}
