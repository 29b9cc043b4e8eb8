import Foundation
import OppTesting

/// A server that speaks HTTP/2 over TLS: `nghttpd`, of nghttp2
///
/// It serves the files of its folder, and refuses whoever speaks HTTP/1.1.
final class NGHTTPServer {
  /// Where the program is; nil where it is not
  static let program: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return (path.split(separator: ":") + ["/usr/sbin"]).map { URL(filePath: "\($0)/nghttpd") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  let port: UInt16
  private let server = Process()
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "opp-\(UUID().uuidString)")

  /// The file of the authority that ``TestCertificates`` has
  var authority: String { folder.path + "/authority.pem" }

  /// - Parameter files: by their names.
  init(_ program: URL, files: [String: Data]) throws {
    let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
    let served = folder.appending(path: "served")
    try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
    for (name, data) in files { try data.write(to: served.appending(path: name)) }
    try Data(TestCertificates.key.utf8).write(to: URL(filePath: key))
    try Data(TestCertificates.good.utf8).write(to: URL(filePath: certificate))
    try Data(TestCertificates.authority.utf8).write(
      to: URL(filePath: folder.path + "/authority.pem"))
    // It does not say which port the system has chosen, so that it is given one that was free just now.
    let free = try LoopbackServer()
    port = free.port
    free.stop()
    server.executableURL = program
    server.arguments = [
      "-a", "127.0.0.1", "-d", served.path, "\(port)", key, certificate,
    ]
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
  }

  /// `false` once it has ended, because another server has taken the port
  var isRunning: Bool { server.isRunning }

  func stop() {
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
