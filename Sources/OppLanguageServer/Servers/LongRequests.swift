internal import OppJSON

/// The requests whose responses are being made
///
/// A request that needs the check of a large rule set waits here until a thread has made it. The oldest is advanced
/// first, one slice at a time; it ends with a result, an error, or because the client cancels it - with one response
/// in each case.
///
/// ```
/// begin ─→ waits for the check ─→ slices … ─→ response
///              ↑                      │ a text changes
///              └──────────────────────┘
/// ```
final class LongRequests {
  /// The oldest first
  private var requests: [LongRequest] = []

  /// The number of requests shown to be under way so far, which names the next
  private var progressCount = 0

  /// The time after which the client shows that a request is under way, in milliseconds
  private static let progressDelay: Int64 = 1000

  /// Begins a request that may take long; its response may be there at once
  func begin(_ id: RequestID, _ method: String, _ parameters: Parameters, _ context: RequestContext)
  {
    let request = LongRequest(
      id: id, method: method, parameters: parameters, arrival: context.now)
    let isBeingChecked = context.isBeingChecked(parameters, for: method)
    do throws(ResponseError) {
      let found =
        try isBeingChecked
        ? earlyResult(of: request, context) : advanceWork(of: request, context)
      guard let result = found else {
        requests.append(request)
        return
      }
      context.outbox.respond(id, .success(result))
    } catch {
      context.outbox.respond(id, .failure(error))
    }
  }

  /// Does a slice of a request, or begins with it
  ///
  /// - Returns: the result with the last slice.
  private func advanceWork(
    of request: LongRequest, _ context: RequestContext
  ) throws(ResponseError) -> String? {
    if let work = request.work { return try work.advance() }
    request.hasBegun = true
    if let handler = RequestTable.handlers[request.method] {
      return try handler(context, request.parameters)
    }
    guard let handler = RequestTable.longHandlers[request.method] else {
      throw .methodNotFound(request.method)
    }
    let work = try handler(context, request.parameters)
    request.work = work
    return try work.advance()
  }

  /// The result of a request whose rule set is being checked; `nil` if it has to wait
  private func earlyResult(
    of request: LongRequest, _ context: RequestContext
  ) throws(ResponseError) -> String? {
    try RequestTable.earlyHandlers[request.method]?(context, request.parameters)
  }

  /// Does a slice of the oldest request that does not wait for anything
  ///
  /// - Parameter isTyping: `true` while changes of texts are coming: a request that they concern waits for their end.
  /// - Returns: `true` if there may be more to do at once.
  func advance(_ context: RequestContext, isTyping: Bool) -> Bool {
    for request in requests {
      do throws(ResponseError) {
        if try advance(request, context, isTyping: isTyping) { return true }
      } catch {
        finish(request, .failure(error), context)
        return true
      }
    }
    return false
  }

  /// Does a slice of a request
  ///
  /// - Returns: `false` if it waits for something.
  private func advance(
    _ request: LongRequest, _ context: RequestContext, isTyping: Bool
  ) throws(ResponseError) -> Bool {
    var result: String?
    if request.work?.isOutdated ?? true {
      if request.hasBegun, context.client.retriedMethods.contains(request.method) {
        throw .contentModified
      }
      request.work = nil
      // While keys are coming, the next state is not checked for its sake.
      if isTyping { return false }
      if context.isBeingChecked(request.parameters, for: request.method) {
        result = try earlyResult(of: request, context)
        if result == nil {
          showProgress(of: request, context)
          return false
        }
      }
    }
    if result == nil { result = try advanceWork(of: request, context) }
    guard let result else {
      showProgress(of: request, context)
      // Work beside the loop needs no slice of it.
      return !request.isWaiting
    }
    finish(request, .success(result), context)
    return true
  }

  /// Sends the response of a request and forgets it
  private func finish(
    _ request: LongRequest, _ result: Result<String, ResponseError>, _ context: RequestContext
  ) {
    requests.removeAll { $0 === request }
    endProgress(of: request, context)
    context.outbox.respond(request.id, result)
  }

  /// Ends a request that is under way, as the client wishes
  func cancel(_ id: RequestID, _ context: RequestContext) {
    if let request = requests.first(where: { $0.id == id }) {
      finish(request, .failure(.cancelled), context)
    }
  }

  /// The time for which requests under way are still worked on at the end, in milliseconds
  private static let endDelay: Int64 = 200

  /// Ends all requests: those that need little more get their results, the others are cancelled
  func end(_ context: RequestContext) {
    let end = context.now + Self.endDelay
    while context.now < end, advance(context, isTyping: false) {}
    for request in requests { finish(request, .failure(.cancelled), context) }
  }

  // MARK: Progress

  /// Has the client make a token, once a request has taken longer than ``progressDelay``
  private func showProgress(of request: LongRequest, _ context: RequestContext) {
    guard context.client.showsProgress, request.progress == nil,
      context.now - request.arrival > Self.progressDelay
    else { return }
    progressCount += 1
    let token = "opp-\(progressCount)"
    request.progress = .requested(token)
    context.outbox.request("window/workDoneProgress/create", for: .progress(token)) { json in
      json.member("token", string: token)
    }
  }

  /// Begins to show progress, once the client has made the token
  func beginProgress(_ token: String, _ context: RequestContext) {
    let request = requests.first {
      if case .requested(token)? = $0.progress { true } else { false }
    }
    guard let request else { return }
    request.progress = .shown(token)
    report(token, kind: "begin", title: Self.title(of: request), context)
  }

  /// Ends the progress that the client shows of a request
  private func endProgress(of request: LongRequest, _ context: RequestContext) {
    switch request.progress {
    case .shown(let token): report(token, kind: "end", title: nil, context)
    case .requested, nil: break
    }
  }

  /// Sends one message about a token: its beginning with a title, or its end
  private func report(_ token: String, kind: String, title: String?, _ context: RequestContext) {
    context.outbox.notify("$/progress") { json in
      json.member("token", string: token)
      json.key("value")
      json.object { value in
        value.member("kind", string: kind)
        if let title { value.member("title", string: title) }
      }
    }
  }

  /// The words that the client shows while a request is under way
  private static func title(of request: LongRequest) -> String {
    request.work == nil || request.method.hasSuffix("iagnostic")
      ? "Checking rules" : "Replaying the recording"
  }
}
