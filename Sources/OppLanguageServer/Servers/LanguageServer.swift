internal import OppJSON

/// The language server: messages in, messages out
///
/// It does no input or output. Bytes of the client go to ``receive(_:)``; ``step()`` handles one message or does a piece of the work
/// that is due; ``takeOutput()`` has the bytes for the client. Changes of texts are applied as they come, and a rule set is
/// checked when a request needs it or its diagnostics are due, so that a flood of changes costs one check.
///
/// The tool calls these in a loop, and waits for input for at most ``delay`` milliseconds in between:
///
/// ```
/// receive(bytes) … step() → true, step() → true, step() → false … takeOutput() → bytes
/// ```
///
/// One call of ``step()`` takes some milliseconds at most if the rule set is small; large ones are checked on
/// threads. The state that requests read is handed to them as a ``RequestContext``; the server itself knows only the
/// conversation.
package final class LanguageServer {
  /// The phase of the conversation
  enum Phase: Hashable {
    case waiting
    case running
    /// After `shutdown`
    case closing
    case ended
  }

  package let workspace: Workspace
  package internal(set) var client = ClientCapabilities()
  var settings = ServerSettings()
  let outbox = Outbox()
  var phase = Phase.waiting

  /// The process that started the server, as it says; the tool ends when that has
  package internal(set) var parentProcess: Int?

  /// The status to exit with; nil while the conversation goes on
  package internal(set) var exitStatus: Int32?

  /// The diagnostics that are pushed
  let publisher = DiagnosticPublisher()

  /// The facts that recordings have; `nil` if there are none
  let replays: ReplayServices?

  /// The requests whose responses are made in slices
  private let longRequests = LongRequests()

  /// The parts of responses that later ones use
  private let memory = ResponseMemory()
  let version: String

  /// The bytes of the client that are no whole message yet
  private var reader = FrameReader()

  /// The messages that wait for their turn
  private var queue = MessageQueue()

  /// - Parameter version: the version of Opp, which the client may show.
  package init(_ services: FileServices, replays: ReplayServices? = nil, version: String) {
    workspace = Workspace(services)
    self.replays = replays
    self.version = version
  }

  /// The time between two looks at work beside the loop, in milliseconds
  private static let pollInterval: Int64 = 4

  /// The state that requests read, as it is now
  var context: RequestContext {
    RequestContext(
      workspace: workspace, client: client, settings: settings, replays: replays, memory: memory,
      outbox: outbox)
  }

  /// The handlers of notifications about texts, files and folders
  var documentNotifications: DocumentNotifications {
    DocumentNotifications(context: context, publisher: publisher)
  }

  // MARK: The loop

  /// Takes bytes of the client; their messages wait in the queue
  ///
  /// A message that cancels a request is handled right away, because the request may be under way.
  package func receive(_ bytes: [UInt8]) {
    reader.add(bytes)
    while let frame = reader.next() {
      switch frame {
      case .malformed(let reason): take(.invalid(id: nil, .parseError(reason)))
      case .body(let body):
        let message = Message(body)
        if case .invalid(id: nil, let error) = message, error.code == -32700 {
          reader.putBack(body)
        }
        take(message)
      }
    }
  }

  /// Takes a whole message of the client that has come without a header
  package func receive(message body: [UInt8]) { take(Message(body)) }

  /// Puts a message behind the others, and ends the request that it cancels
  private func take(_ message: Message) {
    if let cancelled = queue.add(message) { longRequests.cancel(cancelled, context) }
  }

  /// Handles one message, or does a piece of the work that is due
  ///
  /// Messages come first; then diagnostics that are due, then the linter, then requests that take long. So no work
  /// holds up a key for longer than one slice.
  ///
  /// - Returns: `true` if there may be more to do at once.
  package func step() -> Bool {
    guard phase != .ended else { return false }
    if let entry = queue.next() {
      handle(entry)
      return true
    }
    guard phase == .running else { return false }
    // Checks on threads that have ended are taken first, because the next steps read them.
    for state in workspace.orderedRuleSets { state.takeFinishedCheck(workspace.services) }
    let context = context
    if publisher.publishDue(context) || publisher.lintOn(context) { return true }
    if DiagnosticRefresher(context: context).advance() { return true }
    return longRequests.advance(context, isTyping: publisher.due != nil || queue.hasChanges)
  }

  /// The milliseconds until something is due; `nil` if nothing is
  package var delay: Int64? {
    guard phase == .running else { return nil }
    let due = publisher.due.map { max(0, $0 - workspace.services.milliseconds()) }
    guard workspace.orderedRuleSets.contains(where: { $0.isWorkingAside }) else { return due }
    return max(Self.pollInterval, due ?? 0)
  }

  /// The messages for the client, with their headers
  package func takeOutput() -> [UInt8] { outbox.take() }

  /// The messages for the client as JSON, for one that is handed whole messages
  package func takeMessages() -> [String] { outbox.takeBodies() }

  /// Ends the conversation at the end of the input
  package func end() {
    if exitStatus == nil { exitStatus = phase == .closing ? 0 : 1 }
    phase = .ended
  }

  /// Everything that waits is done at once, diagnostics too
  package func settle() {
    while step() {}
    publisher.hasten()
    while step() {}
  }

  // MARK: Messages

  /// Handles one message; a request is responded to, or joins those that take long
  private func handle(_ entry: MessageQueue.Entry) {
    switch entry.message {
    case .invalid(let id, let error): outbox.respond(id, .failure(error))
    case .response(let id, let result, let hasFailed):
      receive(response: result, to: id, hasFailed: hasFailed)
    case .notification(let method, let parameters): handle(notification: method, parameters)
    case .request(let id, let method, let parameters):
      if entry.isCancelled {
        outbox.respond(id, .failure(.cancelled))
        return
      }
      let context = context
      if phase == .running, let parameters = long(parameters, of: method),
        RequestTable.longHandlers[method] != nil
          || RequestTable.needsCheck(method) && context.isBeingChecked(parameters, for: method)
      {
        longRequests.begin(id, method, parameters, context)
        return
      }
      let result = Result { () throws(ResponseError) in
        try response(to: method, parameters, isOutdated: queue.changesText(parameters))
      }
      outbox.respond(id, result)
    }
  }

  /// The parameters of a request that may take long; `nil` if it fails at once
  private func long(_ parameters: Parameters?, of method: String) -> Parameters? {
    if queue.changesText(parameters), client.retriedMethods.contains(method) { return nil }
    if let parameters, parameters.isObject { return parameters }
    return RequestTable.withoutParameters.contains(method) ? .empty : nil
  }

  /// The result of a request that is done in one go, or the error for the phase, the method or the parameters
  ///
  /// | phase | `initialize` | another request |
  /// | --- | --- | --- |
  /// | waiting | the result | -32002 |
  /// | running | -32600 | the result |
  /// | closing | -32600 | -32600 |
  private func response(
    to method: String, _ parameters: Parameters?, isOutdated: Bool
  ) throws(ResponseError) -> String {
    switch phase {
    case .waiting:
      guard method == "initialize" else { throw .notInitialized }
      return try initialize(parameters)
    case .closing, .ended: throw .invalidRequest("the server is shut down")
    case .running: break
    }
    switch method {
    case "initialize": throw .invalidRequest("the server is initialized already")
    case "shutdown":
      longRequests.end(context)
      phase = .closing
      return "null"
    default: break
    }
    let isLong = RequestTable.longHandlers[method] != nil
    guard isLong || RequestTable.handlers[method] != nil else { throw .methodNotFound(method) }
    if isOutdated, client.retriedMethods.contains(method) { throw .contentModified }
    guard let handler = RequestTable.handlers[method] else {
      throw .invalidParameters("`params` must be an object")
    }
    guard let parameters, parameters.isObject else {
      guard RequestTable.withoutParameters.contains(method) else {
        throw .invalidParameters("`params` must be an object")
      }
      return try handler(context, .empty)
    }
    return try handler(context, parameters)
  }

  /// Handles the response to a request of the server; one that is not known is passed over
  private func receive(response result: Parameters?, to id: RequestID, hasFailed: Bool) {
    switch outbox.purpose(of: id) {
    case .settings: take(settings: result?.elements?.first ?? nil)
    case .progress(let token): if !hasFailed { longRequests.beginProgress(token, context) }
    case .nothing, nil: break
    }
  }
}
