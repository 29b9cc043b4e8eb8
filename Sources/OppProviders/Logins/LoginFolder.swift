internal import OppEngine
internal import OppSystem

/// The folder with the files of logins, which its owner alone may read
///
/// ```
/// drwx------  ~/.config/opp/logins
/// -rw-------  ~/.config/opp/logins/google.json     the login `google`
/// -rw-------  ~/.config/opp/logins/.google.lock    held by the process that changes the file; a number that changes with a login
/// ```
package struct LoginFolder: Sendable {
  /// Absolute
  package let path: String

  /// The most bytes of a file
  private static let sizeLimit = 64 << 10

  /// The longest name of a login
  private static let longestName = 64

  package init(path: String) { self.path = path }

  /// `true` if a text can be the name of a login, and so of a file: letters, digits, `-`, `_` and points
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestName && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { PercentCoding.isAlphanumeric($0) || "-_.".utf8.contains($0) }
  }

  /// The path of the file of a login
  package func path(of name: String) -> String { path + "/" + name + ".json" }

  /// The names of all files of logins, in their order
  package var names: [String] {
    let names = (try? Folder.names(in: path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
      .filter { Self.isName($0) }.sorted()
  }

  /// Reads a login
  ///
  /// - Throws: if there is none, or its file must not be used.
  package func login(_ name: String) throws(LoginFailure) -> Login {
    guard Self.isName(name) else { throw .noName }
    // Others could put a file of theirs in its place.
    if let status = try? FileStatus(of: path), status.permissions & 0o022 != 0 {
      throw .othersMayWriteFolder(path)
    }
    let bytes: [UInt8]
    do throws(PrivateFile.Failure) {
      bytes = try PrivateFile.bytes(of: path(of: name), limit: Self.sizeLimit)
    } catch {
      throw LoginFailure(error, path: path(of: name))
    }
    guard let login = Login(bytes) else { throw .unreadable(path(of: name)) }
    return login
  }

  /// Stores a login, and makes the folder if it is not there
  ///
  /// It is on the disk when this returns. A folder that is open to others is closed to them.
  func store(_ login: Login, as name: String) throws(SystemFailure) {
    try Folder.make(path, permissions: 0o700)
    if try FileStatus(of: path).permissions & 0o077 != 0 {
      try SystemFailure.uninterrupted { chmod(path, 0o700) }
    }
    try AtomicFile.writePrivately(login.bytes, to: path(of: name))
  }

  /// Removes a login
  ///
  /// A link is removed, and the file to which it leads stays.
  func remove(_ name: String) throws(SystemFailure) {
    try SystemFailure.uninterrupted { unlink(path(of: name)) }
  }

  /// `true` if a file or a link has the name of a login
  package func has(_ name: String) -> Bool {
    Self.isName(name) && (try? FileStatus(of: path(of: name), followsLinks: false)) != nil
  }

  /// The path of the file that the process holds which changes a login; its content changes when a person logs in or out
  func lockPath(of name: String) -> String { path + "/." + name + ".lock" }
}

/// The reason why a login cannot be used
package enum LoginFailure: Error, Hashable, Sendable {
  case missing

  /// No login can have the name
  case noName
  case link(String)
  case othersMayRead(String)
  case othersMayWriteFolder(String)
  case ofAnotherUser(String)

  /// It is no file of a login
  case unreadable(String)

  init(_ failure: PrivateFile.Failure, path: String) {
    switch failure {
    case .missing: self = .missing
    case .link: self = .link(path)
    case .othersMayRead: self = .othersMayRead(path)
    case .ofAnotherUser: self = .ofAnotherUser(path)
    case .notRegular, .tooLarge, .system: self = .unreadable(path)
    }
  }

  /// A sentence without its end, such as `there is no login google`
  package func reason(_ name: String) -> String {
    switch self {
    case .missing: "there is no login `\(name)` on this machine"
    case .noName: "`\(name)` is no name of a login: that has letters, digits, `-`, `_` and points"
    case .link: "the file of the login `\(name)` is a link, and is not read"
    case .othersMayRead: "the file of the login `\(name)` is open to others, and is not read"
    case .othersMayWriteFolder: "the folder of the login `\(name)` can be changed by others"
    case .ofAnotherUser: "the file of the login `\(name)` belongs to another user"
    case .unreadable: "the file of the login `\(name)` cannot be read"
    }
  }

  /// The advice, as a clause
  ///
  /// - Parameter command: the command that logs in, such as `opp login google`.
  package func remedy(_ command: String) -> String {
    switch self {
    case .missing, .unreadable, .ofAnotherUser: "run `\(command)`"
    case .noName: "correct the name in the rules"
    case .link(let path): "remove the link \(path), then run `\(command)`"
    case .othersMayRead(let path):
      "withdraw it if others may have read it, else run `chmod 600 \(path)`"
    case .othersMayWriteFolder(let path): "run `chmod 700 \(path)`"
    }
  }
}
