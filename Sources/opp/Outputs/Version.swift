internal import OppOutputs
internal import OppProviders

extension Version {
  /// The version, and the edition of the zone database that local times come from
  static var text: String {
    let edition = ZoneDatabase().edition
    return "opp \(number) (time zone database \(edition ?? "of an unknown edition"))"
  }
}
