internal import OppEngine
internal import OppModel

extension Supplier {
  /// A calendar, all of which comes with one fetch
  ///
  /// - Parameter latency: in seconds.
  static func calendar(
    _ options: ConnectorOptions, _ target: CalendarTarget, quota: Quota = Quota(),
    latency: Double
  ) -> Supplier {
    Supplier(
      name: "\(options.target) (\(options.kind))", served: target.served, isBundle: true,
      freshness: target.freshness, quota: quota, latency: latency)
  }
}
