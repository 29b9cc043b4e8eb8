internal import OppEngine
internal import Synchronization

/// Something that a Home Assistant sends to one of those who listen
enum HomeEvent: Sendable {
  /// The subscription stands
  case connected(HomeConfiguration)

  /// The event of a message
  case event(HomeMessage)

  /// Home Assistant does not allow the subscription
  case refused(HomeRefusal)

  /// The connection has ended, or could not be made; another attempt follows
  case lost(HomeFault)

  /// Time has come that the listener waited for
  case tick
}

/// An answer that a command cannot be carried out
struct HomeRefusal: Error, Hashable, Sendable {
  /// Such as `not_found`, `unauthorized`
  let code: String

  /// Its words, without a full stop
  let message: String

  init(_ error: HomeMessage?) {
    code = error?["code"]?.text ?? "unknown_error"
    let words = error?["message"]?.text ?? ""
    // It is a part of a sentence.
    message = words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}

/// One WebSocket to a Home Assistant, for all connections of a rule set with the same address and token
///
/// ```
/// follower of sensor  ──subscribe──▶ ┌─────┐ ──▶ subscribe_entities, 2
/// follower of climate ──subscribe──▶ │ hub │ ──▶ subscribe_entities, 3      one connection, one attempt, one failed login
/// notifier            ──call───────▶ └─────┘ ──▶ call_service, 4
/// ```
///
/// It is connected while somebody listens or calls, and connects again for as long.
final class HomeHub: Sendable {
  private struct Listener {
    let command: HomeCommand
    let continuation: AsyncStream<HomeEvent>.Continuation
  }

  private struct Caller {
    let command: HomeCommand
    let continuation: CheckedContinuation<HomeMessage, any Error>
  }

  /// A connection that has let the client in
  private struct Live {
    let socket: WebSocket
    let configuration: HomeConfiguration
    var lastID: Int

    /// The listeners by the numbers of their subscriptions
    var listeners: [Int: Int] = [:]

    /// The callers by the numbers of their commands
    var callers: [Int: Int] = [:]
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var callers: [Int: Caller] = [:]
    var nextKey = 0
    var live: Live?
    var isRunning = false

    /// `true` from the end of a connection that has no users any more until its task has noticed
    var isEnding = false

    /// The number of those who are to carry out several commands one after the other
    var holders = 0

    /// The pause before the next attempt, which says whether the token was renewed
    var pause: Task<Bool, Never>?
    var isIdle: Bool { listeners.isEmpty && callers.isEmpty && holders == 0 }

    mutating func key() -> Int {
      nextKey += 1
      return nextKey
    }
  }

  private let state = Mutex(State())
  let access: HomeAccess
  private let pace: ServicePace

  init(_ access: HomeAccess, _ pace: ServicePace) {
    (self.access, self.pace) = (access, pace)
  }

  // MARK: - Listeners and callers

  /// Listens to the events of a subscription until the stream is given up; the subscription is renewed for each connection
  func events(_ command: HomeCommand) -> (
    stream: AsyncStream<HomeEvent>, continuation: AsyncStream<HomeEvent>.Continuation
  ) {
    let (stream, continuation) = AsyncStream<HomeEvent>.makeStream()
    let key = state.withLock { state in
      let key = state.key()
      state.listeners[key] = Listener(command: command, continuation: continuation)
      subscribe(key, &state)
      return key
    }
    continuation.onTermination = { [self] _ in forget(listener: key) }
    start()
    return (stream, continuation)
  }

  /// The number of streams that are not given up
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  private func subscribe(_ key: Int, _ state: inout State) {
    guard let listener = state.listeners[key], let id = send(listener.command, &state) else {
      return
    }
    state.live?.listeners[id] = key
  }

  /// Sends a command over the connection, if there is one
  ///
  /// - Returns: its number; numbers rise in the order in which commands are sent.
  private func send(_ command: HomeCommand, _ state: inout State) -> Int? {
    guard let socket = state.live?.socket, let last = state.live?.lastID else { return nil }
    state.live?.lastID = last + 1
    socket.send(command.text(id: last + 1))
    return last + 1
  }

  private func forget(listener key: Int) {
    state.withLock { state in
      state.listeners[key] = nil
      if let id = state.live?.listeners.first(where: { $0.value == key })?.key {
        state.live?.listeners[id] = nil
        _ = send(.unsubscribe(id), &state)
      }
      endIfIdle(&state)
    }
  }

  /// Ends the connection, or the pause before the next one, once it has no users
  private func endIfIdle(_ state: inout State) {
    guard state.isIdle else { return }
    state.pause?.cancel()
    guard let live = state.live else { return }
    live.socket.end()
    // A command that comes from now on waits for the next connection.
    state.live = nil
    state.isEnding = true
  }

  /// Keeps the connection between two commands, until ``release()``
  func hold() { state.withLock { $0.holders += 1 } }

  func release() {
    state.withLock { state in
      state.holders -= 1
      endIfIdle(&state)
    }
  }

  /// Carries out a command, and waits for its result
  ///
  /// - Throws: ``HomeRefusal``, or ``HomeFault`` if there was no connection or no answer in the time.
  func result(of command: HomeCommand, within limit: Duration) async throws -> HomeMessage {
    let key = state.withLock { $0.key() }
    let watch = Task { [self] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      finish(caller: key, .failure(HomeFault.silent))
    }
    defer { watch.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.callers[key] = Caller(command: command, continuation: continuation)
        if let id = send(command, &state) { state.live?.callers[id] = key }
      }
      start()
    }
  }

  private func finish(caller key: Int, _ result: Result<HomeMessage, any Error>) {
    let caller = state.withLock { state in
      defer {
        state.callers[key] = nil
        if let id = state.live?.callers.first(where: { $0.value == key })?.key {
          state.live?.callers[id] = nil
        }
        endIfIdle(&state)
      }
      return state.callers[key]
    }
    caller?.continuation.resume(with: result)
  }

  // MARK: - The connection

  /// Has the connection be made, at once if it waits for its next attempt
  private func start() {
    let begins = state.withLock { state in
      state.pause?.cancel()
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if begins { Task { await run() } }
  }

  /// Connects again and again while somebody listens or calls
  private func run() async {
    var failures = 0
    while true {
      let begins = ContinuousClock.now
      let token = access.token.revealed
      let fault = await follow(token)
      // A connection that lasted resets the pauses: 1 s after it ends, then 2, 4 … 64.
      if ContinuousClock.now - begins > .seconds(10), fault != .tokenRefused { failures = 0 }
      failures += 1
      let failure = fault.failure(access)
      let length = pace.pause(failure, failures)
      let (callers, pause) = lose(fault, length, token)
      for caller in callers { caller.continuation.resume(throwing: fault) }
      guard let pause else { return }
      // Another token is no further attempt with the old one.
      if await pause.value { failures = 0 }
      guard goesOn() else { return }
    }
  }

  /// Returns `false`, and ends, if the connection has no users at the end of the pause
  private func goesOn() -> Bool {
    state.withLock { state in
      if state.isIdle { state.isRunning = false }
      return !state.isIdle
    }
  }

  /// Notes the end of a connection
  ///
  /// - Returns: the callers whose commands were not answered, and the pause, or `nil` if the connection has no users.
  private func lose(
    _ fault: HomeFault, _ length: Duration, _ token: String
  ) -> ([Caller], Task<Bool, Never>?) {
    state.withLock { state in
      state.live = nil
      let isEnding = state.isEnding
      state.isEnding = false
      let callers = isEnding ? [] : Array(state.callers.values)
      if !isEnding { state.callers = [:] }
      if isEnding, !state.isIdle { return (callers, Task<Bool, Never> { false }) }
      for listener in state.listeners.values { listener.continuation.yield(.lost(fault)) }
      guard !state.isIdle else {
        state.isRunning = false
        return (callers, nil)
      }
      let pause = Task<Bool, Never> { [access, pace] in
        await pace.wait(length, for: access.token, used: token)
      }
      state.pause = pause
      return (callers, pause)
    }
  }

  /// Follows one connection to its end
  private func follow(_ token: String) async -> HomeFault {
    do throws(HomeFault) {
      var session = try await HomeSession.open(access, token: token)
      defer { session.socket.end() }
      try await begin(&session)
      while true {
        let deadline = ContinuousClock.now + pace.keepAlive
        if let messages = try await session.next(until: deadline) {
          for message in messages { take(message) }
          continue
        }
        // Nothing has come for a while: is it there?
        state.withLock { _ = send(.ping, &$0) }
        guard let messages = try await session.next(until: .now + HomeSession.answerLimit) else {
          throw .silent
        }
        for message in messages { take(message) }
      }
    } catch {
      return error
    }
  }

  /// Reads the configuration, then makes the subscriptions
  private func begin(_ session: inout HomeSession) async throws(HomeFault) {
    session.socket.send(HomeCommand.config.text(id: 1))
    guard
      let message = try await session.next(until: .now + HomeSession.answerLimit)?.first
    else { throw .silent }
    guard let result = message["result"] else { throw .noHome }
    let socket = session.socket
    state.withLock { state in
      state.live = Live(
        socket: socket, configuration: HomeConfiguration(result), lastID: 1)
      for key in state.listeners.keys.sorted() { subscribe(key, &state) }
      for key in state.callers.keys.sorted() {
        guard let command = state.callers[key]?.command, let id = send(command, &state) else {
          continue
        }
        state.live?.callers[id] = key
      }
      endIfIdle(&state)
    }
  }

  /// Hands a message over to the caller or the listener that waits for it
  private func take(_ message: HomeMessage) {
    guard let id = message["id"]?.integer else { return }
    let isResult = message["type"]?.text == "result"
    let isSuccess = message["success"]?.truth ?? false
    let caller = state.withLock { state -> Int? in
      guard let live = state.live else { return nil }
      if let key = live.listeners[id], let continuation = state.listeners[key]?.continuation {
        if !isResult {
          if let event = message["event"] { continuation.yield(.event(event)) }
        } else if isSuccess {
          continuation.yield(.connected(live.configuration))
        } else {
          continuation.yield(.refused(HomeRefusal(message["error"])))
        }
      }
      return isResult ? live.callers[id] : nil
    }
    guard let caller else { return }
    finish(
      caller: caller,
      isSuccess
        ? .success(message["result"] ?? message) : .failure(HomeRefusal(message["error"])))
  }
}

/// The Home Assistants that the connections of a process share
final class HomeHubs: Sendable {
  private let hubs = Mutex<[String: HomeHub]>([:])

  func hub(_ access: HomeAccess, _ pace: ServicePace) -> HomeHub {
    hubs.withLock { hubs in
      if let hub = hubs[access.key] { return hub }
      let hub = HomeHub(access, pace)
      hubs[access.key] = hub
      return hub
    }
  }
}
