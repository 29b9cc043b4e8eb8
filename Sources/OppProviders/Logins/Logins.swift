internal import Synchronization

/// The logins that the connections of a run use, each once
package final class Logins: Sendable {
  private let folder: LoginFolder
  private let client: WebClient

  /// By their services and names
  private let sessions = Mutex<[String: LoginSession]>([:])

  package init(_ folder: LoginFolder, _ client: WebClient) {
    self.folder = folder
    self.client = client
  }

  /// The login of a name, the same for all connections with it
  func session(_ name: String, of service: LoginService) -> LoginSession {
    sessions.withLock { sessions in
      let key = "\(service.name) \(name)"
      if let session = sessions[key] { return session }
      let session = LoginSession(name, of: service, in: folder, client)
      sessions[key] = session
      return session
    }
  }
}
