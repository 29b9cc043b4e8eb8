import Foundation
import OppTestLimits
import Synchronization
import Testing

@testable import OppSystem

/// The watch over the files of some folders
@Suite(.limited) struct FolderWatchTests {
  @Test func `a file that is written is reported, another one is not`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let reported = DispatchSemaphore(value: 0)
    let subject = FolderWatch.Subject(files: [folder.appending(path: "log.csv").path])
    let times = FolderWatch.Times(settling: 20, longest: 50, interval: 600_000)
    let watch = try #require(FolderWatch(subject, times) { reported.signal() })
    try Data("a\n".utf8).write(to: folder.appending(path: "other.csv"))
    #expect(reported.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
    try Data("a\n".utf8).write(to: folder.appending(path: "log.csv"))
    #expect(reported.wait(timeout: .now() + .seconds(60)) == .success)
    withExtendedLifetime(watch) {}
  }

  @Test func `a file that is written all the time is reported all the same`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log.csv")
    let reported = DispatchSemaphore(value: 0)
    // Far more time than lies between two lines, so that it never settles.
    let times = FolderWatch.Times(settling: 30_000, longest: 50, interval: 600_000)
    let subject = FolderWatch.Subject(files: [log.path])
    let watch = try #require(FolderWatch(subject, times) { reported.signal() })
    var isReported = false
    for line in 0..<500 where !isReported {
      try Data("\(line)\n".utf8).write(to: log)
      isReported = reported.wait(timeout: .now() + .milliseconds(20)) == .success
    }
    #expect(isReported)
    withExtendedLifetime(watch) {}
  }

  @Test func `without events it reports at the interval`() throws {
    let reported = DispatchSemaphore(value: 0)
    let subject = FolderWatch.Subject(files: ["/no such folder/log.csv"])
    let times = FolderWatch.Times(settling: 20, longest: 50, interval: 10)
    let watch = try #require(FolderWatch(subject, times) { reported.signal() })
    for _ in 0..<3 { #expect(reported.wait(timeout: .now() + .seconds(60)) == .success) }
    withExtendedLifetime(watch) {}
  }

  @Test(arguments: [
    ("/home/ada", false), ("/mnt/nas/logs", true), ("/mnt/nas", true), ("/mnt/nasty", false),
    ("/mnt/my disk/a", true), ("/", false),
  ])
  func `a folder is shared if its file system is`(folder: String, expected: Bool) {
    let mounts = MountTable(
      """
      /dev/sda1 / ext4 rw 0 0
      nas:/a /mnt/nas nfs4 rw 0 0
      x /mnt/my\\040disk fuse.sshfs rw 0 0
      """)
    #expect(mounts.isShared(folder) == expected)
  }
}
