import Foundation

/// The files of a recording in a folder of their own, gone when the test is
struct RecordingFolder: ~Copyable {
  let path: String

  init(_ files: [String: String]) throws {
    try self.init(bytes: files.mapValues { Array($0.utf8) })
  }

  init(bytes files: [String: [UInt8]]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: url.appending(path: name)) }
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
