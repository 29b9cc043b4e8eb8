internal import COpp
internal import OppWorker

/// A session behind an opaque pointer, which one thread uses at a time
final class SessionBox {
  var session: OwnedSession

  /// The beginning of the clock by which steps are late
  static let start = ContinuousClock.now

  init(_ session: OwnedSession) {
    self.session = session
  }

  /// The session of a pointer
  ///
  /// - Requires: it is null or from `opp_session_new`, and was not freed.
  static func session(_ pointer: OpaquePointer?) throws(WorkerFailure) -> SessionBox {
    guard let pointer else { throw WorkerFailure(.badMessage, "the session is a null pointer") }
    return Unmanaged<SessionBox>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

@c @implementation public func opp_session_new(
  _ rules: OpaquePointer?, _ options_json: UnsafePointer<CChar>?, _ memory: UnsafePointer<UInt8>?,
  _ size: Int, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OpaquePointer? {
  error?.pointee = nil
  do throws(WorkerFailure) {
    let session = try OwnedSession(
      try RulesBox.rules(rules), options: try CText.bytes(options_json, "the options"),
      memory: Array(UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : size)),
      zones: { ZoneFolder.ofMachine.zone(named: $0) },
      clock: { SessionBox.start.duration(to: .now) / .seconds(1) })
    return OpaquePointer(Unmanaged.passRetained(SessionBox(session)).toOpaque())
  } catch let failure {
    error?.pointee = CText.copy(failure.reply)
    return nil
  }
}

@c @implementation public func opp_session_free(_ session: OpaquePointer?) {
  guard let session else { return }
  Unmanaged<SessionBox>.fromOpaque(UnsafeRawPointer(session)).release()
}

@c @implementation public func opp_session_step(
  _ session: OpaquePointer?, _ at: Int64, _ step_json: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  CText.reply { () throws(WorkerFailure) in
    try SessionBox.session(session).session.step(at: at, CText.bytes(step_json) ?? CText.empty)
  }
}

@c @implementation public func opp_session_requests(
  _ session: OpaquePointer?, _ at: Int64, _ step_json: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  CText.reply { () throws(WorkerFailure) in
    try SessionBox.session(session).session.requests(
      at: at, CText.bytes(step_json) ?? CText.empty)
  }
}

@c @implementation public func opp_session_explain(
  _ session: OpaquePointer?, _ opp: UnsafePointer<CChar>?, _ row: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  CText.reply { () throws(WorkerFailure) in
    try SessionBox.session(session).session.explanation(
      of: try CText.name(opp, "the Opp"),
      row: try row.map { row throws(WorkerFailure) in
        try CText.name(row, "the row")
      })
  }
}

@c @implementation public func opp_session_forget_requests(
  _ session: OpaquePointer?, _ at: Int64
) -> UnsafeMutablePointer<CChar>? {
  CText.reply { () throws(WorkerFailure) in
    try SessionBox.session(session).session.forgetRequests(at: at)
  }
}

@c @implementation public func opp_session_memory(
  _ session: OpaquePointer?, _ size: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
  size?.pointee = 0
  guard let size, let memory = try? SessionBox.session(session).session.memory(),
    let copy = CText.copy(memory)
  else { return nil }
  size.pointee = memory.count
  return copy
}
