package import OppModel
internal import OppRecordings
internal import OppSystem

/// The system's zone database: one TZif file a zone, in folders below one root
///
/// It is read from the system so that updating the system updates the zones.
package struct ZoneDatabase: Sendable {
  /// The folder of the files; nil if the system has no database
  private let root: String?

  /// - Parameter folder: the root of a database; without it `TZDIR`, then where systems keep theirs.
  package init(folder: String? = nil) {
    let named = folder ?? ProcessVariables["TZDIR"]
    if let named, !named.isEmpty {
      root = named
    } else {
      root = Self.usualFolders.first { FileStatus.exists($0) }
    }
  }

  /// The reason why there is no such zone
  package struct Failure: Error, Hashable, Sendable {
    /// A fragment for people
    package let reason: String

    /// A name that is there and may be meant
    package let nearest: String?

    /// The reason for the suggestion, if that is not obvious
    package var note: String?
  }

  /// The zone of an IANA name, `America/Vancouver`
  ///
  /// The file is read each time; keep the result. `UTC` is known even without a database.
  package func zone(named name: String) throws(Failure) -> Zone {
    guard Self.isName(name), let root else {
      if name == "UTC" { return .utc }
      throw unknown(name)
    }
    let file: TextFile
    do {
      file = try TextFile(path: root + "/" + name, limit: Self.maximumFileSize)
    } catch {
      if name == "UTC" { return .utc }
      throw unknown(name)
    }
    do {
      return try Zone(file: file.bytes)
    } catch {
      throw Failure(reason: error.reason, nearest: nil)
    }
  }

  /// The problem with the name of a zone; nil for one that can be read, and without a database
  package func problem(ofZone name: String) -> Failure? {
    guard root != nil else { return nil }
    do throws(Failure) {
      _ = try zone(named: name)
      return nil
    } catch {
      return names.isEmpty ? nil : error
    }
  }

  /// The edition of the database, `2025b`; nil if it does not say
  package var edition: String? {
    guard let root else { return nil }
    if let text = firstLine(root + "/tzdata.zi"), text.hasPrefix("# version ") {
      return String(text.dropFirst("# version ".count))
    }
    return firstLine(root + "/+VERSION")
  }

  /// Every name of the database, in order
  package var names: [String] {
    guard let root else { return [] }
    // The folders `posix` and `right` have the same zones once more, with and without leap seconds. Zones begin with a
    // capital letter, the tables beside them do not.
    let files = FolderWalk(below: root) { $0 != "posix" && $0 != "right" }.entries
    return files.filter {
      !$0.isFolder && Self.isName($0.path) && $0.path.first?.isUppercase == true
    }
    .map(\.path).sorted()
  }

  /// The folders of Linux, the BSDs, Solaris and macOS, the most usual first
  private static let usualFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/var/db/timezone/zoneinfo",
  ]

  /// More than any zone file has
  private static let maximumFileSize = 1 << 20

  /// In bytes; the longest of the database, `America/Argentina/ComodRivadavia`, has 32
  private static let longestName = 100

  /// `true` if a text can be a zone's name: never a way out of the database's folder
  private static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= longestName else { return false }
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, first != "." else { return false }
      return part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"):
          true
        default: false
        }
      }
    }
  }

  /// The failure for a name, with the nearest one that is there
  ///
  /// - Complexity: lists the whole database, some 600 names.
  private func unknown(_ name: String) -> Failure {
    guard root != nil else {
      return Failure(reason: "this system has no zone database", nearest: nil)
    }
    let guess = ZoneGuess(of: name, in: names)
    return Failure(
      reason: "the zone database has no `\(name)`", nearest: guess.name, note: guess.note)
  }

  /// The first line of a file, of its first 100 bytes; nil if there is none
  private func firstLine(_ path: String) -> String? {
    guard let head = try? OpenFile.bytes(of: path, upTo: 100) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map { String($0) }
  }
}
