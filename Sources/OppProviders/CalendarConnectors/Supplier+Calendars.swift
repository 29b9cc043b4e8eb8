internal import OppEngine
internal import OppModel

extension Supplier {
  /// A calendar, all of which comes with one fetch
  ///
  /// - Parameter latency: in seconds.
  static func calendar(
    _ settings: ConnectorSettings, _ target: CalendarTarget, quota: Quota = Quota(),
    latency: Double
  ) -> Supplier {
    Supplier(
      name: settings.name, served: target.served, isBundle: true,
      freshness: target.freshness, quota: quota, latency: latency)
  }
}
