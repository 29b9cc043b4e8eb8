import Foundation
import OppRecordings
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct TextFileTests {
  /// The content of a file, or the reason why it cannot be read
  private func read(_ path: String, limit: Int = 100) -> String {
    do throws(TextFile.ReadFailure) {
      return String(decoding: try TextFile(path: path, limit: limit).bytes, as: UTF8.self)
    } catch {
      return RecordingProblem(kind: error.kind, file: "FILE").message
    }
  }

  @Test func `a regular file is read, also through a link`() throws {
    let folder = try RecordingFolder(["rows.csv": "time,temp\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.csv", withDestinationPath: "rows.csv")
    #expect(read(folder.path + "/rows.csv") == "time,temp\n")
    #expect(read(folder.path + "/link.csv", limit: 10) == "time,temp\n")
    #expect(read(folder.path + "/link.csv", limit: 9) == "a file has at most 0 MiB")
  }

  @Test func `a file that cannot be read has a reason`() throws {
    let folder = try RecordingFolder(["rows.csv": "x"])
    for (name, target) in [("nowhere", "missing"), ("circle", "circle"), ("zero", "/dev/zero")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for (name, reason) in [
      ("missing", "there is no such file"), ("nowhere", "there is no such file"),
      ("rows.csv\0", "there is no such file"), ("rows.csv/below", "Not a directory"),
      ("circle", "Too many levels of symbolic links"), ("", "it is not a regular file"),
      ("pipe", "it is not a regular file"), ("zero", "it is not a regular file"),
      (String(repeating: "n", count: 300), "File name too long"),
    ] {
      #expect(read(folder.path + "/" + name).hasSuffix(reason), "\(name)")
    }
  }
}
