package import OppModel

/// A time zone: the offset of the wall clocks of a region at every instant
///
/// The library reads no files: an app hands over a file of the zone database, such as
/// `/usr/share/zoneinfo/Europe/Amsterdam`. `OppKitFoundation` finds it by the name of a zone.
public struct ZoneRules: Hashable, Sendable {
  /// The zone as engines have it
  let zone: Zone

  /// Coordinated Universal Time
  public static let utc = ZoneRules(secondsFromUTC: 0)

  /// A zone whose clocks are always the same number of seconds ahead of UTC, at most a week
  public init(secondsFromUTC seconds: Int) {
    zone = Zone(offset: Int64(seconds))
  }

  /// The zone of a file of the zone database (TZif of RFC 9636, versions 1 to 4)
  ///
  /// - Throws: if the bytes are no such file, or are damaged.
  public init(tzif bytes: some Sequence<UInt8>) throws(UnreadableBytes) {
    do throws(ZoneFileError) {
      zone = try Zone(file: Array(bytes))
    } catch {
      throw UnreadableBytes(reason: error.reason)
    }
  }

  /// A zone as the rest of this package has it
  package init(_ zone: Zone) { self.zone = zone }
}

/// Bytes that are no file of the zone database
public struct UnreadableBytes: Error, Hashable, Sendable, CustomStringConvertible {
  /// A fragment for people, such as `the time zone file is cut short`
  public let reason: String

  /// `true` if a later version of the library has written them
  public let isNewer: Bool

  package init(reason: String, isNewer: Bool = false) {
    self.reason = reason
    self.isNewer = isNewer
  }

  public var description: String { reason }
}
