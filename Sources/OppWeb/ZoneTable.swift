internal import OppModel
internal import OppSemantics

/// The time zones that the host has handed over, shared by all that read rules
final class ZoneTable {
  /// By name
  private var zones: [String: Zone] = [:]

  /// Adds a zone as a TZif file
  ///
  /// - Returns: whether the file could be read.
  func add(name: String, _ bytes: [UInt8]) -> Bool {
    guard let zone = try? Zone(file: bytes) else { return false }
    zones[name] = zone
    return true
  }

  func zone(_ name: String) -> Zone? { zones[name] ?? (name == "UTC" ? .utc : nil) }

  /// The problem with the name of a zone; nil for one that is known
  func problem(_ name: String) -> UnknownZone? {
    zone(name) == nil ? UnknownZone(nearest: nil, note: nil) : nil
  }
}
