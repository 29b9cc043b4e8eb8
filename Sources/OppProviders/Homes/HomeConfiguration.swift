/// The parts of the configuration of a Home Assistant that matter: its units, its zone, and whether it has started
struct HomeConfiguration: Hashable, Sendable {
  /// By kind: `temperature: "°C"`, `length: "km"`
  let units: [String: String]
  let zone: String?

  /// `false` while it starts, and integrations have not made their entities yet
  let isRunning: Bool

  /// - Parameter result: that of `get_config`.
  init(_ result: HomeMessage) {
    var units: [String: String] = [:]
    for (key, value) in result["unit_system"]?.members ?? [] { units[key] = value.text }
    self.units = units
    zone = result["time_zone"]?.text
    isRunning = result["state"]?.text == "RUNNING"
  }
}
