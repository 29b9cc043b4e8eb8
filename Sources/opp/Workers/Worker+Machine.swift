internal import OppKit
internal import OppProviders
internal import OppRecordings
internal import OppSystem
internal import OppWorker

extension Worker.Services {
  /// The zones and folders of this machine
  init(of context: CommandContext) {
    let database = ZoneDatabase()
    let zones = Guarded<[String: ZoneRules?]>([:])
    let start = ContinuousClock.now
    self.init(
      zone: { name in
        if let known = zones.withLock({ $0[name] }) { return known }
        let found = (try? database.zone(named: name)).map { ZoneRules($0) }
        zones.withLock { $0[name] = .some(found) }
        return found
      }, zoneEdition: database.edition, folder: { Self.files(of: context.resolved($0)) },
      clock: { start.duration(to: .now) / .seconds(1) })
  }

  /// The regular files of a folder by name; nil if it cannot be read
  private static func files(of path: String) -> [String: [UInt8]]? {
    guard let names = try? Folder.names(in: path) else { return nil }
    var files: [String: [UInt8]] = [:]
    for name in names where !name.hasPrefix(".") {
      let file = FilePath(path).appending(name).text
      guard let status = try? FileStatus(of: file, followsLinks: false), status.kind == .file,
        let bytes = try? TextFile(path: file, limit: TextFile.maximumSize).bytes
      else { continue }
      files[name] = bytes
    }
    return files
  }
}
