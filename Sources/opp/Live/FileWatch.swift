internal import OppProviders
internal import OppSystem
internal import Synchronization

/// Notices that files which connectors read are written, come, go or are replaced
///
/// Each is reported by the index of its connector, which then reads it at once: a reading may fire within a second of the
/// writing of its line.
final class FileWatch: Sendable {
  /// `nil` if no connector reads a file
  private let watch: FolderWatch?

  /// In milliseconds: a network drive, and a system without events, is looked at every 10 s
  private static let times = FolderWatch.Times(settling: 200, longest: 500, interval: 10_000)

  /// - Parameter written: is called on a thread of the watch, with the index of a connector.
  init(_ connectors: [any Connector], written: @escaping @Sendable (Int) -> Void) {
    let files = connectors.map { $0.watchedFiles }
    guard files.contains(where: { !$0.isEmpty }) else {
      watch = nil
      return
    }
    let stamps = WatchedStamps(files)
    watch = FolderWatch(FolderWatch.Subject(files: files.flatMap { $0 }), Self.times) {
      for index in stamps.takeChanged() { written(index) }
    }
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
