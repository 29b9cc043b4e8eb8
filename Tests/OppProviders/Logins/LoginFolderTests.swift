import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct LoginFolderTests {
  private func failure(_ world: LoginWorld, _ name: String = "google") -> String {
    do throws(LoginFailure) {
      _ = try world.folder.login(name)
      return "read"
    } catch {
      return error.reason(name)
    }
  }

  @Test(arguments: [0o600, 0o400])
  func `a file that only its owner may read is read`(permissions: Int) throws {
    let world = try LoginWorld()
    try world.write(world.server.login(), permissions: permissions)
    #expect(failure(world) == "read")
    #expect(world.folder.names == ["google"])
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o602, 0o610, 0o755])
  func `a file that others may open is refused`(permissions: Int) throws {
    let world = try LoginWorld()
    try world.write(world.server.login(), permissions: permissions)
    #expect(failure(world) == "the file of the login `google` is open to others, and is not read")
  }

  @Test func `a link is refused, wherever it leads`() throws {
    let world = try LoginWorld()
    try world.write(world.server.login(), as: "other")
    for target in [world.folder.path(of: "other"), "/nowhere"] {
      let path = world.folder.path(of: "google")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      #expect(failure(world) == "the file of the login `google` is a link, and is not read")
    }
  }

  @Test func `a folder that others may change is refused`() throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o770], ofItemAtPath: world.folder.path)
    #expect(failure(world) == "the folder of the login `google` can be changed by others")
  }

  @Test(arguments: [
    "", "{}", "not JSON", #"{"version":2,"issuer":"a","client_id":"b","refresh_token":"c"}"#,
    #"{"version":1,"issuer":"a","client_id":"","refresh_token":"c"}"#,
    #"{"version":1,"issuer":"a","client_id":"b","refresh_token":""}"#,
    #"{"version":1,"issuer":"a","client_id":"b","refresh_token":"c","token_uri":"http://example.org/token"}"#,
    #"{"version":1,"issuer":"a","client_id":"b","refresh_token":"c","token_uri":"nothing"}"#,
  ])
  func `a file of anything else is refused`(text: String) throws {
    let world = try LoginWorld()
    try world.write(text)
    #expect(failure(world) == "the file of the login `google` cannot be read")
  }

  @Test func `a file with the least keys is of the service that its issuer names`() throws {
    let bytes =
      #"{"version":1,"issuer":"https://accounts.google.com","client_id":"b","refresh_token":"c"}"#
    let google = try #require(Login(Array(bytes.utf8)))
    #expect(google.service == .google)
    #expect(google.endpoints.token.text == "https://oauth2.googleapis.com/token")
    let other = bytes.replacing(
      "accounts.google.com", with: "login.microsoftonline.com/common/v2.0")
    #expect(try #require(Login(Array(other.utf8))).service == .microsoft)
  }

  @Test(arguments: ["..", "../google", "a/b", "", ".hidden", "a b", "ä", "a\u{0}b"])
  func `no other file can be named`(name: String) throws {
    let world = try LoginWorld()
    #expect(failure(world, name).hasPrefix("`\(name)` is no name of a login"))
  }

  @Test func `what is stored is read back, and is open to nobody else`() async throws {
    let world = try LoginWorld()
    try FileManager.default.removeItem(atPath: world.folder.path)
    let login = try #require(Login(Array(world.server.login().utf8)))
    try await world.folder.save(login, as: "work")
    #expect(try world.folder.login("work").bytes == login.bytes)
    func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions(world.folder.path) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: world.folder.path) {
      #expect(try permissions(world.folder.path + "/" + name) == 0o600, "\(name)")
    }
  }

  @Test func `a login in the place of a link leaves the file to which it led`() async throws {
    let world = try LoginWorld()
    let target = world.folder.path + "/target"
    try Data("mine".utf8).write(to: URL(filePath: target))
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.path(of: "google"), withDestinationPath: target)
    try await world.folder.save(
      try #require(Login(Array(world.server.login().utf8))), as: "google")
    #expect(failure(world) == "read")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  // MARK: - The end of a login

  @Test func `Google withdraws a login, and its file goes`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    let withdrawal = try await world.folder.logOut("google", world.web)
    guard case .withdrawn(.google) = withdrawal else { throw Unexpected(found: "\(withdrawal)") }
    #expect(world.server.present.refreshTokens.isEmpty && !world.folder.has("google"))
  }

  private struct Unexpected: Error {
    let found: String
  }

  @Test func `the file goes also if nothing can be withdrawn`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login(service: "microsoft"), as: "microsoft")
    guard case .byHand(.microsoft) = try await world.folder.logOut("microsoft", world.web) else {
      throw Unexpected(found: "another end")
    }
    try world.write(world.server.login(), permissions: 0o644)
    guard case .unread(.othersMayRead) = try await world.folder.logOut("google", world.web) else {
      throw Unexpected(found: "another end")
    }
    try world.write(world.server.login())
    world.server.server.on("/revoke") { _ in .status(500) }
    guard
      case .failed(.google, "127.0.0.1 responded with 500") =
        try await world.folder.logOut("google", world.web)
    else { throw Unexpected(found: "another end") }
    #expect(world.folder.names == [])
  }

  @Test func `a renewal on its way does not bring a login back that was removed`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    world.server.change { $0.rotates = true }
    let session = world.session()
    async let token = session.text(at: LoginWorld.noon)
    async let end = world.folder.logOut("google", world.web)
    _ = await token
    _ = try await end
    #expect(!world.folder.has("google"))
  }
}
