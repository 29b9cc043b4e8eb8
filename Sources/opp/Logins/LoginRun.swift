internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSystem

/// The work of `opp login google` and `opp login microsoft`
struct LoginRun {
  let service: LoginService
  let invocation: Invocation
  let context: CommandContext
  let console: Console
  let person: LoginPerson

  /// The time in which a browser has to arrive, and that in which a person has to paste, in milliseconds
  var browserLimit: Int64 = 120_000
  var pasteLimit: Int64 = 600_000

  /// The time between two looks at the keyboard, in milliseconds
  private static let interval: Int32 = 200

  /// The longest text that is pasted
  private static let longestPaste = 16 << 10

  /// The most bytes of the file of a client
  private static let clientLimit = 64 << 10

  /// Logs in, and stores the login
  func run() throws(CommandFailure) -> ExitStatus {
    try checkOptions()
    let name = invocation.value("--name") ?? service.name
    guard LoginFolder.isName(name) else {
      throw .usage(
        "`\(name)` is no name of a login", help: "write letters, digits, `-`, `_` and points")
    }
    let folder = try LoginFolder.required(in: context)
    let before = try earlier(name, in: folder)
    let web = WebClient()
    let login =
      switch service {
      case .google: try google(before, name, web)
      case .microsoft: try microsoft(before, name, web)
      }
    let result: SystemFailure? = Awaited.result {
      do throws(SystemFailure) {
        try await folder.save(login, as: name)
        return nil
      } catch {
        return error
      }
    }
    if let result {
      throw .outside(
        "the login cannot be stored in \(folder.path): \(result.message)",
        help: "free its disk or its folder, then begin again")
    }
    console.line("logged in as `\(name)`, kept in \(folder.path(of: name))")
    console.line(
      "write into your rules: connect calendar to \(service.name)(login: \(ValueNotation.textLiteral(name)))"
    )
    return .success
  }

  /// - Throws: if an option is one of the other service.
  private func checkOptions() throws(CommandFailure) {
    let others =
      switch service {
      case .google: ["--client-id", "--tenant", "--url"]
      case .microsoft: ["--client"]
      }
    for option in others where invocation.has(option) {
      throw .usage(
        "`opp login \(service.name)` takes no `\(option)`",
        help: "`opp login --help` says which options are for which service")
    }
  }

  /// The login that is made again; `nil` if there is none that can be read
  ///
  /// - Throws: if the name is that of a login at another service.
  private func earlier(
    _ name: String, in folder: LoginFolder
  ) throws(CommandFailure) -> Login? {
    guard let login = try? folder.login(name) else { return nil }
    guard login.service == service else {
      throw .usage(
        "the login `\(name)` is one of \(login.service.title)",
        help: "give this one another name, such as `--name \(name)-\(service.name)`")
    }
    return login
  }

  // MARK: - Google

  private func google(
    _ before: Login?, _ name: String, _ web: WebClient
  ) throws(CommandFailure) -> Login {
    let (client, endpoints) = try googleClient(before, name)
    let server: RedirectServer
    do throws(LocalServer.Failure) {
      server = try RedirectServer()
    } catch {
      throw .outside("there is no listening at 127.0.0.1: \(error.reason)")
    }
    let login = BrowserLogin(client, at: endpoints, port: server.port)
    let code = try code(of: login, at: server)
    let now = context.present
    return try Self.outcome(
      Awaited.result {
        do throws(LoginRefusal) {
          return .success(try await login.login(code, web, at: now))
        } catch {
          return .failure(error)
        }
      })
  }

  /// The client of `--client`, else that of the login which is made again
  private func googleClient(
    _ before: Login?, _ name: String
  ) throws(CommandFailure) -> (LoginClient, LoginEndpoints) {
    guard let path = invocation.value("--client") else {
      if let before { return (before.client, before.endpoints) }
      throw .usage(
        "`\(service.command(for: name))` needs a client of yours at Google",
        help:
          "write `--client FILE.json`; the page of `google` in the manual leads through making it. "
          + "The secret address of a calendar, with `ical`, needs none of this")
    }
    let bytes = try context.bytes(of: path, limit: Self.clientLimit)
    do throws(LoginRefusal) {
      let file = try GoogleClientFile(bytes)
      return (file.client, file.endpoints)
    } catch {
      throw CommandFailure(
        status: .problems, message: "`\(path)`: \(error.reason)", help: error.help)
    }
  }

  /// Shows the page, and waits for the code
  private func code(
    of login: BrowserLogin, at server: RedirectServer
  ) throws(CommandFailure) -> Secret {
    let pastes = invocation.has("--no-browser")
    if pastes {
      console.line("open this page in a browser, here or on another machine:")
      console.line(login.address)
      console.line("at its end, on another machine, a page does not load: paste its address here")
    } else if person.open(login.address) {
      console.line("your browser opens this page:")
      console.line(login.address)
    } else {
      console.line("open this page in a browser of this machine (else use `--no-browser`):")
      console.line(login.address)
    }
    console.flush()
    switch try answer(to: login, at: server, pastes: pastes) {
    case .code(let code): return code
    case .denied(let word):
      throw CommandFailure(
        status: .problems, message: "\(service.title) did not allow it (\(word))",
        help: word == "access_denied"
          ? "begin again, and allow it; a project in Testing lets only its test users in" : nil)
    case .foreign:
      throw CommandFailure(
        status: .problems, message: "the address answers another login, or none",
        help: "begin again, and paste the address of the page that this login led to")
    }
  }

  /// Waits for the browser, or for the address of the page that did not load
  private func answer(
    to login: BrowserLogin, at server: RedirectServer, pastes: Bool
  ) throws(CommandFailure) -> BrowserLogin.Answer {
    let limit = pastes ? pasteLimit : browserLimit
    let end = MonotonicClock.milliseconds + limit
    var text = ""
    var hasWarned = false
    while MonotonicClock.milliseconds < end {
      if let answer = server.wait(milliseconds: Self.interval, for: login) { return answer }
      if server.hasRefused, !hasWarned {
        hasWarned = true
        console.message("an answer to another login came, and was refused; this one still waits")
      }
      guard pastes else { continue }
      switch person.pasted() {
      case .nothing: break
      case .text(let part): text += part
      case .end:
        guard text.isEmpty else { return login.answer(inAddress: text.trimmingSpacesAndLineEnds()) }
        throw CommandFailure(status: .problems, message: "no address was pasted", help: nil)
      }
      let line = text.split(whereSeparator: \.isNewline).first { !$0.trimmingSpaces().isEmpty }
      if let line, text.utf8.count > Self.longestPaste || text.contains(where: \.isNewline) {
        return login.answer(inAddress: line.trimmingSpaces())
      }
    }
    throw CommandFailure(
      status: .problems, message: "no answer came within \(limit / 60_000) minutes",
      help: pastes
        ? "begin again" : "begin again; on a machine without a browser, use `--no-browser`")
  }

  // MARK: - Microsoft

  private func microsoft(
    _ before: Login?, _ name: String, _ web: WebClient
  ) throws(CommandFailure) -> Login {
    let (client, endpoints) = try microsoftClient(before, name)
    let device = try Self.outcome(
      Awaited.result {
        do throws(LoginRefusal) {
          return .success(try await DeviceLogin(client, at: endpoints, web))
        } catch {
          return .failure(error)
        }
      })
    console.line("open \(device.page) in any browser, and enter the code \(device.userCode)")
    console.line("it counts for \(device.lifetime / 60) minutes; this waits for you")
    console.flush()
    let (person, context) = (person, context)
    return try Self.outcome(
      Awaited.result {
        do throws(LoginRefusal) {
          return .success(
            try await device.login(web, pause: person.pause, now: { context.present }))
        } catch {
          return .failure(error)
        }
      })
  }

  /// The client of `--client-id`, else that of the login which is made again
  private func microsoftClient(
    _ before: Login?, _ name: String
  ) throws(CommandFailure) -> (LoginClient, LoginEndpoints) {
    guard let id = invocation.value("--client-id") else {
      if let before, !invocation.has("--tenant"), !invocation.has("--url") {
        return (before.client, before.endpoints)
      }
      throw .usage(
        "`\(service.command(for: name))` needs an application of yours at Microsoft",
        help:
          "write `--client-id ID`; the page of `microsoft` in the manual leads through registering it"
      )
    }
    let tenant = invocation.value("--tenant") ?? "common"
    guard
      let endpoints = LoginEndpoints(microsoft: tenant, at: invocation.value("--url"))
    else {
      throw .usage("the value of `--url` is no address", help: "it begins with https://")
    }
    return (LoginClient(id: id), endpoints)
  }

  /// The value of a login that succeeded
  private static func outcome<Value>(
    _ result: Result<Value, LoginRefusal>
  ) throws(CommandFailure) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let refusal):
      throw CommandFailure(
        status: refusal.isOutside ? .outside : .problems, message: refusal.reason,
        help: refusal.help)
    }
  }
}
