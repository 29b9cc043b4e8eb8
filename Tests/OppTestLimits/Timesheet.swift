internal import Foundation
internal import Synchronization

/// A file with the time of each test, where `OPP_TEST_TIMES` names one
final class Timesheet: Sendable {
  static let shared = ProcessInfo.processInfo.environment["OPP_TEST_TIMES"].flatMap(Timesheet.init)

  private let file: Mutex<FileHandle>

  private init?(path: String) {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { return nil }
    file = Mutex(handle)
  }

  func add(_ duration: Duration, _ processorTime: Duration, _ name: String) {
    let line = "\(Self.seconds(duration))\t\(Self.seconds(processorTime))\t\(name)\n"
    file.withLock { $0.write(Data(line.utf8)) }
  }

  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.3f", duration / .seconds(1))
  }
}
