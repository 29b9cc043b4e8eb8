public import Foundation
public import OppKit

extension ZoneRules {
  /// The rules of a time zone
  ///
  /// On Apple's systems Foundation has them in memory; elsewhere they are read from the system's zone database. A zone of a
  /// constant offset, such as that of `TimeZone(secondsFromGMT: 3600)`, needs neither.
  ///
  /// ```swift
  /// let zone = try ZoneRules(TimeZone.current)
  /// ```
  ///
  /// - Throws: if the system has no file of the zone, or a damaged one.
  public init(_ zone: TimeZone) throws(UnreadableBytes) {
    let name = zone.identifier
    if name.hasPrefix("GMT") || name == "UTC" {
      self.init(secondsFromUTC: zone.secondsFromGMT())
      return
    }
    #if canImport(Darwin)
      try self.init(tzif: (zone as NSTimeZone).data)
    #else
      guard let bytes = Self.file(of: name) else {
        throw UnreadableBytes(reason: "this system has no file of the time zone \(name)")
      }
      try self.init(tzif: bytes)
    #endif
  }

  #if !canImport(Darwin)
    /// The folders in which systems keep the database
    private static let folders = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    ]

    /// The bytes of a zone's file; nil if there is none
    private static func file(of name: String) -> Data? {
      // The names of Foundation's zones are those of the database, without a way out of its folder.
      for folder in folders where !name.split(separator: "/").contains("..") {
        if let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") { return bytes }
      }
      return nil
    }
  #endif
}
