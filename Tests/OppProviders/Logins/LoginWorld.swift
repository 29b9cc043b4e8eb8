import Foundation
import OppEngine
import OppModel
import OppSession
import OppTesting
import Testing

@testable import OppProviders

/// A folder of logins, and the authorization server that knows them
final class LoginWorld: Sendable {
  let server: AuthorizationServer
  let folder: LoginFolder
  let web = WebClient.patient
  private let root = FileManager.default.temporaryDirectory
    .appending(path: "opp-logins-\(UUID().uuidString)")

  static let noon = Instant(seconds: 1_782_043_200)

  init() throws {
    server = try AuthorizationServer()
    folder = LoginFolder(path: root.path + "/opp/logins")
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: root)
  }

  /// Writes the file of a login as it is
  func write(_ text: String, as name: String = "google", permissions: Int = 0o600) throws {
    let path = folder.path(of: name)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// The content of the file of a login
  func file(_ name: String = "google") -> String {
    (try? String(contentsOfFile: folder.path(of: name), encoding: .utf8)) ?? ""
  }

  /// A login in use
  func session(_ name: String = "google", of service: LoginService = .google) -> LoginSession {
    LoginSession(name, of: service, in: folder, web)
  }

  /// The requests for tokens, by their grants
  var grants: [String] {
    server.server.requests.filter { $0.path.hasSuffix("/token") }
      .map { AuthorizationServer.form($0)["grant_type"] ?? "" }
  }
}

extension LoginSession {
  /// The text of the token at an instant, or the failure
  func text(at now: Instant) async -> String {
    do throws(FetchFailure) {
      return try await token(at: now).secret.revealed
    } catch {
      return Self.text(of: error)
    }
  }

  static func text(of failure: FetchFailure) -> String {
    "\(failure.kind): \(failure.reason). \(failure.remedy ?? "")"
  }
}
