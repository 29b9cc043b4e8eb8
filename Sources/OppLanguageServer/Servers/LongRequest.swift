internal import OppJSON

/// A request whose response is made in slices between other messages
///
/// It is about one state of a rule set. Where a text changes meanwhile, the work begins anew with the next state, or the
/// request fails if the client has said that it sends it again.
final class LongRequest {
  /// Does a slice; the result with the last
  typealias Slices = () throws(ResponseError) -> String?

  /// The work on one state of the rule sets that it is about
  struct Work {
    private let states: [(state: RuleSetState, generation: Int)]
    let advance: Slices

    init(_ file: RequestedFile, _ advance: @escaping Slices) {
      states = [(file.state, file.state.generation)]
      self.advance = advance
    }

    /// - Requires: the rule sets are checked as they are now.
    init(_ states: [RuleSetState], _ advance: @escaping Slices) {
      self.states = states.map { ($0, $0.generation) }
      self.advance = advance
    }

    var isWaiting: Bool { states.contains { $0.state.isWorkingAside } }

    /// `true` if a text has changed since
    var isOutdated: Bool {
      states.contains { $0.state.generation != $0.generation || $0.state.isStale }
    }
  }

  let id: RequestID
  let method: String
  let parameters: Parameters

  /// Nil where it has to begin anew
  var work: Work?

  /// The time at which it arrived, in milliseconds
  let arrival: Int64

  /// `true` while the work of the request is under way beside the loop
  var isWaiting: Bool { work?.isWaiting ?? false }

  /// The token under which the client shows that it is under way; nil where it does not
  var progress: ProgressToken?

  enum ProgressToken {
    /// The client has been requested to make it
    case requested(String)
    case shown(String)
  }

  init(id: RequestID, method: String, parameters: Parameters, work: Work?, arrival: Int64) {
    self.id = id
    self.method = method
    self.parameters = parameters
    self.work = work
    self.arrival = arrival
  }
}

extension LanguageServer {
  /// The time after which the client shows that a request is under way, in milliseconds
  static let progressDelay: Int64 = 1000

  /// Begins a request that may take long; nil where its response is there at once
  func begin(_ id: RequestID, _ method: String, _ parameters: Parameters) -> LongRequest? {
    do throws(ResponseError) {
      let work = try beginWork(of: method, parameters)
      guard let result = try work.advance() else {
        return LongRequest(
          id: id, method: method, parameters: parameters, work: work, arrival: now)
      }
      outbox.respond(id, .success(result))
    } catch {
      outbox.respond(id, .failure(error))
    }
    return nil
  }

  private func beginWork(
    of method: String, _ parameters: Parameters
  ) throws(ResponseError) -> LongRequest.Work {
    guard let handler = RequestTable.longHandlers[method] else { throw .methodNotFound(method) }
    return try handler(self, parameters)
  }

  /// Does a slice of the oldest request that is under way
  ///
  /// - Returns: `true` if there may be more to do at once.
  func advanceLongRequests() -> Bool {
    guard let request = longRequests.first else { return false }
    if request.work?.isOutdated ?? true {
      if client.retriedMethods.contains(request.method) {
        finish(request, .failure(.contentModified))
        return true
      }
      request.work = nil
      // While keys are coming, the next state is not checked for its sake.
      if publisher.due != nil || isBehind { return false }
    }
    do throws(ResponseError) {
      let work: LongRequest.Work
      if let known = request.work {
        work = known
      } else {
        work = try beginWork(of: request.method, request.parameters)
        request.work = work
      }
      if let result = try work.advance() {
        finish(request, .success(result))
      } else {
        showProgress(of: request)
        // Work beside the loop needs no slice of it.
        return !request.isWaiting
      }
    } catch {
      finish(request, .failure(error))
    }
    return true
  }

  private func finish(_ request: LongRequest, _ result: Result<String, ResponseError>) {
    longRequests.removeAll { $0 === request }
    endProgress(of: request)
    outbox.respond(request.id, result)
  }

  /// Ends a request that is under way, as the client wishes
  func cancelLongRequest(_ id: RequestID) {
    if let request = longRequests.first(where: { $0.id == id }) {
      finish(request, .failure(.cancelled))
    }
  }

  func cancelLongRequests() {
    for request in longRequests { finish(request, .failure(.cancelled)) }
  }

  // MARK: Progress

  private func showProgress(of request: LongRequest) {
    guard client.showsProgress, request.progress == nil,
      now - request.arrival > Self.progressDelay
    else { return }
    progressCount += 1
    let token = "opp-\(progressCount)"
    request.progress = .requested(token)
    outbox.request("window/workDoneProgress/create", for: .progress(token)) { json in
      json.member("token", string: token)
    }
  }

  /// Begins to show progress, once the client has made the token
  func beginProgress(_ token: String) {
    let request = longRequests.first {
      if case .requested(token)? = $0.progress { true } else { false }
    }
    guard let request else { return }
    request.progress = .shown(token)
    report(token, kind: "begin", title: Self.title(of: request.method))
  }

  private func endProgress(of request: LongRequest) {
    switch request.progress {
    case .shown(let token): report(token, kind: "end", title: nil)
    case .requested, nil: break
    }
  }

  private func report(_ token: String, kind: String, title: String?) {
    outbox.notify("$/progress") { json in
      json.member("token", string: token)
      json.key("value")
      json.object { value in
        value.member("kind", string: kind)
        if let title { value.member("title", string: title) }
      }
    }
  }

  private static func title(of method: String) -> String {
    method.hasSuffix("iagnostic") ? "Checking rules" : "Replaying the recording"
  }
}
