internal import OppProviders
internal import OppSystem
internal import Synchronization

/// Notices that files which connectors read are written, come, go or are replaced
///
/// Each is reported by the index of its connector, which then reads it at once: a reading may fire within a second of the
/// writing of its line.
final class FileWatch: Sendable {
  /// The watch over logs, and the one over files that count as a whole; `nil` if no connector reads such a file
  private let logs: FolderWatch?
  private let wholeFiles: FolderWatch?

  /// In milliseconds: a network drive, and a system without events, is polled every 10 s
  ///
  /// Half of a line is no reading, so a log is read sooner than a file of which a half would be wrong.
  private static let logTimes = FolderWatch.Times(settling: 50, longest: 200, interval: 10_000)
  private static let wholeTimes = FolderWatch.Times(settling: 200, longest: 500, interval: 10_000)

  /// - Parameter written: is called on a thread of the watch, with the index of a connector.
  init(_ connectors: [any Connector], written: @escaping @Sendable (Int) -> Void) {
    func watch(_ times: FolderWatch.Times, readsLines: Bool) -> FolderWatch? {
      let files = connectors.map { $0.readsLines == readsLines ? $0.watchedFiles : [] }
      guard files.contains(where: { !$0.isEmpty }) else { return nil }
      let stamps = WatchedStamps(files)
      return FolderWatch(FolderWatch.Subject(files: files.flatMap { $0 }), times) {
        for index in stamps.takeChanged() { written(index) }
      }
    }
    logs = watch(Self.logTimes, readsLines: true)
    wholeFiles = watch(Self.wholeTimes, readsLines: false)
  }
}

/// The states of the files of connectors at the last look
private final class WatchedStamps: Sendable {
  /// By the index of the connector
  private let files: [[String]]
  private let stamps: Mutex<[[FileStamp?]]>

  init(_ files: [[String]]) {
    self.files = files
    stamps = Mutex(Self.present(files))
  }

  private static func present(_ files: [[String]]) -> [[FileStamp?]] {
    files.map { $0.map { FileStamp(path: $0) } }
  }

  /// The connectors whose files differ from the last look
  func takeChanged() -> [Int] {
    let present = Self.present(files)
    return stamps.withLock { stamps in
      defer { stamps = present }
      return present.indices.filter { present[$0] != stamps[$0] }
    }
  }
}
