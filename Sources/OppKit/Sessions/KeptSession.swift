internal import OppEngine
internal import OppModel
internal import OppSession

/// Makes the engines of a session, over the memory of an earlier one or over none
struct KeptSession: Sendable {
  private let rules: CompiledRules
  private let zone: Zone
  private let options: SessionOptions

  init(_ rules: CompiledRules, _ zone: Zone, _ options: SessionOptions) {
    self.rules = rules
    self.zone = zone
    self.options = options
  }

  /// - Parameters:
  ///   - memory: nil for a session that begins.
  ///   - instant: its first second.
  ///   - isLate: `true` once the beginning has taken too long, or `nil`.
  func session(
    of providers: [Provider], over memory: Memory?, at instant: Instant,
    isLate: (@Sendable () -> Bool)?
  ) throws(SessionFailure) -> LiveSession {
    // The restored memory was within the limits when it was new.
    var limits = StepLimits()
    limits.isLate = isLate
    do throws(SessionMemoryProblem) {
      return try LiveSession(
        rules, zone: zone, restoring: SessionMemory(entries: memory?.entries ?? [:]),
        providers: providers, settings: settings, limits: limits, at: instant,
        timeouts: EventTimeouts(lateness: Int64(options.latenessLimit)))
    } catch {
      throw .unreadableMemory(UnreadableBytes(error))
    }
  }

  private var settings: SessionSettings {
    SessionSettings(
      respondsAtOnce: options.respondsAtOnce, lead: Int64(options.lead),
      seed: options.seed, requestLimit: SessionSettings.longestRequest,
      spreads: options.spreadsWakes)
  }
}

extension SessionOptions {
  /// The limits of a step, as engines have them
  func limits(_ isLate: (@Sendable () -> Bool)?) -> StepLimits {
    var limits = StepLimits()
    limits.work = workLimit
    limits.firings = firingLimit
    limits.bytes = textLimit
    limits.isLate = isLate
    return limits
  }
}

extension UnreadableBytes {
  fileprivate init(_ problem: SessionMemoryProblem) {
    switch problem {
    case .unreadable: self.init(reason: "the memory is not one of a session, or is damaged")
    case .impossible(let key):
      self.init(reason: "the entry `\(key)` of the memory has a second that cannot be")
    case .newer: self.init(reason: "a later version of Opp has written the memory", isNewer: true)
    }
  }
}
