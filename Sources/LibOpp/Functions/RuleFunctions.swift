internal import COpp
internal import OppWorker

/// Rules behind an opaque pointer
final class RulesBox: Sendable {
  /// The rules, or the reason why there are none
  let rules: Result<OwnedRules, WorkerFailure>

  init(_ rules: Result<OwnedRules, WorkerFailure>) {
    self.rules = rules
  }

  /// The rules of a pointer
  ///
  /// - Requires: it is null or from `opp_rules_new`, and was not freed.
  static func rules(_ pointer: OpaquePointer?) throws(WorkerFailure) -> OwnedRules {
    guard let pointer else { throw WorkerFailure(.badMessage, "the rules are a null pointer") }
    return try Unmanaged<RulesBox>.fromOpaque(UnsafeRawPointer(pointer))
      .takeUnretainedValue().rules.get()
  }
}

@c @implementation public func opp_rules_new(
  _ files_json: UnsafePointer<CChar>?
) -> OpaquePointer? {
  let rules = Result { () throws(WorkerFailure) in
    try OwnedRules(try CText.bytes(files_json, "the files"))
  }
  return OpaquePointer(Unmanaged.passRetained(RulesBox(rules)).toOpaque())
}

@c @implementation public func opp_rules_free(_ rules: OpaquePointer?) {
  guard let rules else { return }
  Unmanaged<RulesBox>.fromOpaque(UnsafeRawPointer(rules)).release()
}

@c @implementation public func opp_rules_describe(
  _ rules: OpaquePointer?
) -> UnsafeMutablePointer<CChar>? {
  CText.reply { () throws(WorkerFailure) in try RulesBox.rules(rules).reply }
}
