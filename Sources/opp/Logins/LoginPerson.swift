internal import OppProviders
internal import OppSystem

/// The person who logs in: their browser, their keyboard, and the time that they take
struct LoginPerson: Sendable {
  /// Opens a page in their browser
  ///
  /// - Returns: `true` if there is one.
  let open: @Sendable (String) -> Bool

  /// The text that they have pasted since the last call
  let pasted: @Sendable () -> Pasted

  /// Waits for some seconds
  let pause: @Sendable (Int64) async -> Void

  enum Pasted: Equatable, Sendable {
    /// Nothing more, or no end of a line yet
    case nothing
    case text(String)
    case end
  }

  /// The person at this machine
  static func present(in context: CommandContext) -> LoginPerson {
    let environment = context.environment
    return LoginPerson(
      open: { page in opened(page, environment) }, pasted: { standardInput() },
      pause: { seconds in try? await Task.sleep(for: .seconds(seconds)) })
  }

  /// Starts the browser by the program of the desktop
  ///
  /// A shell leaves it in the background: a program that is run here ends with all that it has started.
  private static func opened(_ page: String, _ environment: [String: String]) -> Bool {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let script =
      "command -v \(program) >/dev/null || exit 1; \(program) \"$1\" </dev/null >/dev/null 2>&1 &"
    let outcome = ProcessSpecification(
      words: ["/bin/sh", "-c", script, "sh", page], environment: environment, folder: "",
      timeLimit: .seconds(10), sizeLimit: 1 << 10
    ).run()
    if case .exited(0, _, _) = outcome { return true }
    return false
  }

  /// The bytes on standard input, if there are any
  private static func standardInput() -> Pasted {
    var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 0) > 0 else { return .nothing }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
    return count > 0 ? .text(String(decoding: buffer[..<count], as: UTF8.self)) : .end
  }
}
