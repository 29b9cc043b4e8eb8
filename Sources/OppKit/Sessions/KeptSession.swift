internal import OppEngine
internal import OppModel

/// A session over what was kept of an earlier one
struct KeptSession {
  private let graph: ConditionGraph
  private let zone: Zone
  private let providers: [Provider]
  private let options: SessionOptions

  init(
    _ graph: ConditionGraph, _ zone: Zone, _ providers: [Provider], _ options: SessionOptions
  ) {
    self.graph = graph
    self.zone = zone
    self.providers = providers
    self.options = options
  }

  /// - Parameter memory: nil for a session that begins.
  func session(over memory: Memory?, at instant: Instant) -> LiveSession {
    var engine = Engine(graph: graph, zone: zone, begins: instant)
    engine.eventTimeouts = EventTimeouts(lateness: Int64(options.latenessLimit))
    return LiveSession(engine: engine, providers: providers, settings: settings)
  }

  private var settings: SessionSettings {
    SessionSettings(
      respondsAtOnce: options.respondsAtOnce, lead: Int64(options.lead), seed: options.seed)
  }

  /// What has changed since the last call
  static func changes(of session: inout LiveSession) -> Memory.Changes {
    Memory.Changes(updated: [:], removed: [])
  }
}
