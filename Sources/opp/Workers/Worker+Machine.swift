internal import Foundation
internal import OppKit
internal import OppProviders
internal import OppRecordings
internal import OppWorker

extension Worker.Services {
  /// The zones and folders of this machine
  init(of context: CommandContext) {
    let database = ZoneDatabase()
    let zones = Guarded<[String: ZoneRules?]>([:])
    self.init(
      zone: { name in
        if let known = zones.withLock({ $0[name] }) { return known }
        let found = (try? database.zone(named: name)).map { ZoneRules($0) }
        zones.withLock { $0[name] = .some(found) }
        return found
      }, zoneEdition: database.edition, folder: { Self.files(of: context.resolved($0)) })
  }

  /// The regular files of a folder by name; nil where it cannot be read
  private static func files(of path: String) -> [String: [UInt8]]? {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    guard
      let found = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
    else { return nil }
    var files: [String: [UInt8]] = [:]
    for file in found {
      guard (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true,
        let bytes = try? TextFile(path: file.path, limit: TextFile.maximumSize).bytes
      else { continue }
      files[file.lastPathComponent] = bytes
    }
    return files
  }
}
