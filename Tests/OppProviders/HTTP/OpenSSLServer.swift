import Foundation

/// A server that speaks TLS: `openssl s_server`
///
/// It writes down what it is told, and never answers, unless it is told to (`-www`).
final class OpenSSLServer {
  /// Where the program is; nil where it is not
  static let program: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(filePath: "\($0)/openssl") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()

  let port: Int
  private let server = Process()
  private let output = Pipe()

  /// Kept open, for the server ends when nobody can type any more
  private let input = Pipe()
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "opp-\(UUID().uuidString)")
  private var heard: [UInt8]

  struct Failure: Error {
    let said: String
  }

  /// - Parameters:
  ///   - certificate: one of ``TestCertificates``; `nil` for one that it has signed itself.
  ///   - options: more of `s_server`.
  init(_ program: URL, certificate: String? = nil, options: [String] = []) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (key, path) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
    let authority = folder.path + "/authority.pem"
    if let certificate {
      try Data(TestCertificates.key.utf8).write(to: URL(filePath: key))
      try Data(certificate.utf8).write(to: URL(filePath: path))
    } else {
      try Self.makeOwn(program, key, path)
    }
    try Data(TestCertificates.authority.utf8).write(to: URL(filePath: authority))
    server.executableURL = program
    server.arguments =
      ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", path, "-CAfile", authority]
      + options
    server.standardInput = input
    server.standardOutput = output
    server.standardError = output
    try server.run()
    // Else there is no end to read to.
    try output.fileHandleForWriting.close()
    heard = []
    // `ACCEPT 127.0.0.1:37075`
    while true {
      let chunk = output.fileHandleForReading.availableData
      heard += chunk
      let text = String(decoding: heard, as: UTF8.self)
      if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT ") }),
        text.hasSuffix("\n"), let port = line.split(separator: ":").last.flatMap({ Int($0) })
      {
        self.port = port
        return
      }
      guard !chunk.isEmpty else { throw Failure(said: text) }
    }
  }

  /// The file of the authority that ``TestCertificates`` has
  var authority: String { folder.path + "/authority.pem" }

  /// Makes a key, and a certificate that it has signed itself
  private static func makeOwn(_ program: URL, _ key: String, _ certificate: String) throws {
    let maker = Process()
    maker.executableURL = program
    maker.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", key, "-out", certificate,
    ]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
  }

  /// Ends it
  ///
  /// - Returns: everything that it has said, what it was told among it.
  func stop() throws -> String {
    // One that is asked to end may have been started deaf to it.
    kill(server.processIdentifier, SIGKILL)
    heard += try output.fileHandleForReading.readToEnd() ?? Data()
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
    return String(decoding: heard, as: UTF8.self)
  }
}
