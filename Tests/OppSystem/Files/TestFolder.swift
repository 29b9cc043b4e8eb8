import Foundation
import OppSystem
import Testing

/// A folder that is gone with the value
final class TestFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    // Without links, so that paths can be compared.
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "opp-system-\(UUID().uuidString)")
    path = url.path
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in it
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self(name), withDestinationPath: target)
  }

  /// The content of a file; `nil` if there is none
  func text(_ name: String) -> String? { try? String(contentsOfFile: self(name), encoding: .utf8) }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// The name of the `errno` with which a call fails; `nil` if it does not fail
func failure(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as SystemFailure {
    return names[error.code] ?? error.message
  } catch RegularFile.Failure.system(let error) {
    return names[error.code] ?? error.message
  } catch {
    return "\(error)"
  }
}

private let names = [
  ENOENT: "ENOENT", EACCES: "EACCES", ENOTDIR: "ENOTDIR", EISDIR: "EISDIR", ELOOP: "ELOOP",
  EEXIST: "EEXIST", ENOSPC: "ENOSPC", EINVAL: "EINVAL", ENAMETOOLONG: "ENAMETOOLONG",
  EBADF: "EBADF", EPERM: "EACCES",
]

/// Does something as somebody who may not do everything
///
/// Tests often run as root, whom no permission holds up. On Linux each thread has an identity of its own for files.
func withoutPrivileges<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) throws -> Result {
  guard geteuid() == 0 else { return body() }
  #if os(Linux)
    typealias Change = @convention(c) (uid_t) -> Int32
    let function = try #require(dlsym(nil, "setfsuid"))
    nonisolated(unsafe) let change = unsafeBitCast(function, to: Change.self)
    let outcome = Outcome<Result>()
    try SystemThread.start {
      _ = change(65534)
      outcome.result = body()
      outcome.done.signal()
    }
    outcome.done.wait()
    return try #require(outcome.result)
  #else
    throw Skipped()
  #endif
}

private struct Skipped: Error {}

/// The result of a thread: written before ``done``, read after it
private final class Outcome<Result>: Sendable {
  nonisolated(unsafe) var result: Result?
  let done = DispatchSemaphore(value: 0)
}
