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
    if context.isBeingChecked(parameters) {
      requests.append(request)
      return
    }
    do throws(ResponseError) {
      guard let result = try advanceWork(of: request, context) else {
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

  /// Does a slice of the oldest request that is under way
  ///
  /// - Parameter isTyping: `true` while changes of texts are coming: a request that they concern waits for their end.
  /// - Returns: `true` if there may be more to do at once.
  func advance(_ context: RequestContext, isTyping: Bool) -> Bool {
    guard let request = requests.first else { return false }
    if request.work?.isOutdated ?? true {
      if request.hasBegun, context.client.retriedMethods.contains(request.method) {
        finish(request, .failure(.contentModified), context)
        return true
      }
      request.work = nil
      // While keys are coming, the next state is not checked for its sake.
      if isTyping || context.isBeingChecked(request.parameters) { return false }
    }
    do throws(ResponseError) {
      if let result = try advanceWork(of: request, context) {
        finish(request, .success(result), context)
      } else {
        showProgress(of: request, context)
        // Work beside the loop needs no slice of it.
        return !request.isWaiting
      }
    } catch {
      finish(request, .failure(error), context)
    }
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

  func cancelAll(_ context: RequestContext) {
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
    report(token, kind: "begin", title: Self.title(of: request.method), context)
  }

  /// Ends what the client shows of a request
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
  private static func title(of method: String) -> String {
    method.hasSuffix("iagnostic") ? "Checking rules" : "Replaying the recording"
  }
}
