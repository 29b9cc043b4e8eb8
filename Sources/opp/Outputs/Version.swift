internal import OppProviders

/// The output of `opp --version`
enum Version {
  static let number = "0.1.0"

  /// The version, and the edition of the zone database that local times come from
  static var text: String {
    let edition = ZoneDatabase().edition
    return "opp \(number) (time zone database \(edition ?? "of an unknown edition"))"
  }
}
