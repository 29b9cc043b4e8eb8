package import OppKit
internal import OppRecordings
internal import OppSystem

/// The zone database of the machine; the one of OppProviders would bring HTTP and all connectors along
package final class ZoneFolder: Sendable {
  /// The database in `TZDIR`, else where systems keep theirs
  static let ofMachine = ZoneFolder(getenv("TZDIR").map { String(cString: $0) } ?? "")

  /// The folder of the files; nil if there is none
  private let root: String?

  /// The zones that were read, by name
  private let known = Guarded<[String: ZoneRules]>([:])

  /// - Parameter folder: the root of a database; empty for that of the machine.
  package init(_ folder: String) {
    root = folder.isEmpty ? Self.usualFolders.first { access($0, R_OK) == 0 } : folder
  }

  var isThere: Bool { root != nil }

  /// The zone of an IANA name; nil if there is none
  package func zone(named name: String) -> ZoneRules? {
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard let root, Self.isName(name), let bytes = Self.bytes(of: root + "/" + name),
      let zone = try? ZoneRules(tzif: bytes)
    else { return name == "UTC" ? .utc : nil }
    known.withLock { $0[name] = zone }
    return zone
  }

  private static let usualFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/var/db/timezone/zoneinfo",
  ]

  /// More bytes than any zone file has
  private static let fileLimit = 1 << 20

  /// The most bytes of a name; the longest of the database has 32
  private static let nameLimit = 100

  /// `true` if a text can be a zone's name: never a way out of the folder
  package static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isPlain && name.utf8.count <= nameLimit
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// The bytes of a regular file within the limit; nil for any other
  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: fileLimit)
    let count = fread(&bytes, 1, fileLimit, file)
    return count > 0 && count < fileLimit ? Array(bytes[..<count]) : nil
  }
}
