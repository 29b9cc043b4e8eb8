import Foundation
import OppModel
import OppOutputs
import OppProviders
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// `opp login` and `opp logout`, against the authorization server of the tests
@Suite(.limited) struct LoginCommandTests {
  private static let mark = AuthorizationServer.secretMark

  /// A home, and a server that knows its client
  ///
  /// Unchecked, because the commands of a test run one after the other.
  private final class World: @unchecked Sendable {
    let folder: TemporaryFolder
    let server: AuthorizationServer

    /// The console of the login that goes on
    var console = Console()
    var transcript: String { String(decoding: console.transcript, as: UTF8.self) }

    init() throws {
      folder = try TemporaryFolder()
      server = try AuthorizationServer()
      try folder.write("client.json", server.clientFile)
    }

    deinit { server.stop() }

    func path(_ name: String) -> String { folder.url.path + "/.config/opp/logins/\(name).json" }

    /// Writes the file of a login that counts
    func write(_ name: String, service: String = "google", permissions: Int = 0o600) throws {
      try folder.write(".config/opp/logins/\(name).json", server.login(service: service))
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: path(name))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.url.path + "/.config/opp/logins")
    }

    /// The output of a login with a person, and its status
    func logIn(
      _ words: String..., open: @escaping @Sendable (String) -> Bool = { _ in false },
      pasted: @escaping @Sendable () -> LoginPerson.Pasted = { .nothing }, limit: Int64 = 60_000
    ) async -> (text: String, status: OppOutputs.ExitStatus) {
      await withCheckedContinuation { continuation in
        // On a thread of its own: the command waits for tasks, whose threads it must not hold up.
        Thread.detachNewThread { [self] in
          console = Console()
          let status = logInHere(words, LoginPerson(open: open, pasted: pasted) { _ in }, limit)
          console.flush()
          continuation.resume(returning: (transcript, status))
        }
      }
    }

    private func logInHere(
      _ words: [String], _ person: LoginPerson, _ limit: Int64
    ) -> OppOutputs.ExitStatus {
      let context = CommandContext(
        workingDirectory: folder.url.path, variables: ["TZ": "UTC", "HOME": folder.url.path],
        present: Instant(rfc3339: "2026-06-21T12:00:00Z"))
      do throws(CommandFailure) {
        let run = LoginRun(
          service: words[0] == "google" ? .google : .microsoft,
          invocation: try Invocation.parse(words, for: .login), context: context,
          console: console, person: person, browserLimit: limit, pasteLimit: limit)
        return try run.run()
      } catch {
        console.report(error)
        return error.status
      }
    }

    /// A browser in which the person visits the page, and goes where it leads
    func browser(
      _ visits: AuthorizationServer.Visit...
    ) -> @Sendable (String) -> Bool {
      { [server] page in
        let addresses = visits.compactMap { server.visit(page, as: $0) }
        Task.detached {
          for address in addresses {
            guard let address = try? WebAddress(address) else { continue }
            var request = WebRequest(.get, address)
            request.expectedStatuses = [400]
            _ = await WebClient.patient.send(request)
          }
        }
        return true
      }
    }
  }

  // MARK: - Google

  @Test func `a login in the browser is kept, listed, made again and ended`() async throws {
    let world = try World()
    let (text, status) = await world.logIn(
      "google", "--client", "client.json", open: world.browser(.allow))
    #expect(status == .success, "\(text)")
    #expect(text.contains("your browser opens this page:\n\(world.server.url)/auth?"))
    #expect(text.contains("logged in as `google`, kept in \(world.path("google"))\n"))
    #expect(text.contains("connect calendar to google(login: \"google\")"))
    #expect(!text.contains(Self.mark))
    let stored = try String(contentsOfFile: world.path("google"), encoding: .utf8)
    #expect(stored.contains("\"obtained\":\"2026-06-21T12:00:00Z\""))
    #expect(world.folder.run(["login"]).text == "google  Google  since 2026-06-21 12:00\n")
    // Without a client it takes that of the last time.
    let again = await world.logIn("google", open: world.browser(.allow))
    #expect(again.status == .success, "\(again.text)")
    let ended = world.folder.run(["logout", "google"])
    #expect(ended.text == "logged out of `google`: Google has withdrawn the permission\n")
    #expect(ended.status == .success && world.server.present.refreshTokens.count == 1)
    #expect(world.folder.run(["login"]).text.hasPrefix("there is no login; `opp login google`"))
  }

  @Test func `a person who does not allow it is not logged in`() async throws {
    let world = try World()
    let (text, status) = await world.logIn(
      "google", "--client", "client.json", open: world.browser(.deny))
    #expect(status == .problems && text.contains("Google did not allow it (access_denied)"))
    #expect(world.server.server.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: world.path("google")))
  }

  @Test func `an answer to another login is refused, and the right one still counts`() async throws
  {
    let world = try World()
    let (text, status) = await world.logIn(
      "google", "--client", "client.json", open: world.browser(.foreign, .allow))
    #expect(status == .success, "\(text)")
    #expect(text.contains("an answer to another login came, and was refused"))
    #expect(world.server.server.requests.count == 1)
  }

  @Test func `no browser is waited for longer than the limit`() async throws {
    let world = try World()
    let (text, status) = await world.logIn("google", "--client", "client.json", limit: 1)
    #expect(status == .problems && text.contains("no answer came within"))
    #expect(text.contains("open this page in a browser of this machine (else use `--no-browser`):"))
  }

  @Test(arguments: ["line", "parts", "no line end", "another", "nothing"])
  func `the address of the page that did not load is pasted`(way: String) async throws {
    let world = try World()
    let (text, status) = await world.logIn(
      "google", "--client", "client.json", "--no-browser",
      pasted: { [world] in
        let lines = world.transcript.split(separator: "\n")
        guard let page = lines.first(where: { $0.hasPrefix("http") }), way != "nothing" else {
          return .end
        }
        if lines.last == "pasted" { return .end }
        let visit: AuthorizationServer.Visit = way == "another" ? .foreign : .allow
        let address = world.server.visit(String(page), as: visit) ?? ""
        // The next call finds it in the transcript.
        world.console.line("pasted")
        world.console.flush()
        switch way {
        case "parts": return .text("\n  \(address)\nrest")
        case "no line end": return .text(address)
        default: return .text(address + "\r\n")
        }
      })
    #expect(text.contains("open this page in a browser, here or on another machine:\n"))
    switch way {
    case "another":
      #expect(status == .problems && text.contains("the address answers another login, or none"))
    case "nothing": #expect(status == .problems && text.contains("no address was pasted"))
    default: #expect(status == .success, "\(text)")
    }
    #expect(!text.contains(Self.mark))
  }

  @Test(arguments: [
    ("invalid_client", "Google refuses the login (invalid_client)", 1),
    ("invalid_grant", "Google refuses the login (invalid_grant)", 1),
    ("server", "127.0.0.1 responded with 500", 3),
    ("gone", "127.0.0.1 closed the connection", 3),
  ])
  func `a service that gives no token is said without a secret`(
    kind: String, expected: String, number: Int32
  ) async throws {
    let world = try World()
    world.server.change { state in
      switch kind {
      case "server": state.tokenAnswers = [.status(500)]
      case "gone": state.tokenAnswers = [.fault(.close)]
      default: state.tokenAnswers = [AuthorizationServer.refusal(kind)]
      }
    }
    let (text, status) = await world.logIn(
      "google", "--client", "client.json", open: world.browser(.allow))
    #expect(text.contains(expected) && status.rawValue == number, "\(text)")
    #expect(!text.contains(Self.mark))
  }

  // MARK: - Microsoft

  @Test func `a login with Microsoft is made by a code`() async throws {
    let world = try World()
    world.server.change {
      $0.scope = "Calendars.Read"
      $0.tokenAnswers = [AuthorizationServer.refusal("authorization_pending")]
    }
    let id = ["--client-id", AuthorizationServer.client, "--url", world.server.url]
    let (text, status) = await world.logIn(
      "microsoft", id[0], id[1], id[2], id[3], "--name", "work")
    #expect(status == .success, "\(text)")
    #expect(
      text.contains(
        "open https://microsoft.com/devicelogin in any browser, and enter the code ABCD-EFGH\n"))
    #expect(
      text.contains("connect calendar to microsoft(login: \"work\")") && !text.contains(Self.mark))
    #expect(world.folder.run(["login"]).text == "work  Microsoft  since 2026-06-21 12:00\n")
    let again = await world.logIn("microsoft", "--name", "work")
    #expect(again.status == .success, "\(again.text)")
    let ended = world.folder.run(["logout", "work"]).text
    #expect(
      ended.hasPrefix("logged out of `work`; withdraw the permission at https://account.live.com"))
  }

  // MARK: - The command line

  @Test(arguments: [
    (["login", "google"], "`opp login google` needs a client of yours at Google"),
    (["login", "microsoft"], "`opp login microsoft` needs an application of yours at Microsoft"),
    (["login", "gogle"], "`opp login` does not know `gogle`"),
    (["login", "--name", "a"], "`--name` needs a service"),
    (["login", "google", "--client-id", "a"], "`opp login google` takes no `--client-id`"),
    (["login", "microsoft", "--client", "a"], "`opp login microsoft` takes no `--client`"),
    (["login", "google", "--client", "none.json"], "`none.json` cannot be read"),
    (["login", "google", "--client", "notes.txt"], "`notes.txt`: it is not JSON"),
    (["login", "google", "--name", "../x", "--client", "a"], "`../x` is no name of a login"),
    (
      ["login", "microsoft", "--client-id", "a", "--url", "http://example.org"],
      "the value of `--url` is no address"
    ),
    (["login", "microsoft", "--name", "google"], "the login `google` is one of Google"),
    (["logout", "gogle"], "there is no login `gogle` on this machine"),
    (["logout"], "`opp logout` needs NAME"),
  ])
  func `a wrong command line says what is missing`(words: [String], expected: String) throws {
    let world = try World()
    try world.folder.write("notes.txt", "a")
    if words.contains("--name") || words[0] == "logout" { try world.write("google") }
    let (text, status) = world.folder.run(words)
    #expect(text.contains(expected) && status != .success, "\(text)")
  }

  @Test func `the list shows which logins cannot be used, and how to mend that`() throws {
    let world = try World()
    try world.write("a")
    try world.write("b", permissions: 0o644)
    try world.write("c", service: "microsoft")
    try world.folder.write(
      ".config/opp/logins/d.json",
      world.server.login().replacing("}", with: #","ended":"2026-06-21T11:00:00Z"}"#))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: world.path("d"))
    #expect(
      world.folder.run(["login"]).text == """
        a  Google     since 2026-06-21 00:00
        b  ?          the file of the login `b` is open to others, and is not read: withdraw it if others may have read it, else run `chmod 600 \(world.path("b"))`
        c  Microsoft  since 2026-06-21 00:00
        d  Google     has ended: run `opp login google --name d`

        """)
    let lines = world.folder.run(["login", "--format", "json"]).text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[3].hasPrefix(
        #"{"type":"login","name":"d","service":"google","state":"ended","obtained":"#))
    let ended = world.folder.run(["logout", "b"])
    #expect(ended.status == .problems && ended.text.contains("the permission is not withdrawn"))
    #expect(!FileManager.default.fileExists(atPath: world.path("b")))
  }

  // MARK: - Rules

  @Test func `a login that there is not is a warning`() throws {
    let world = try World()
    try world.folder.write(
      "rules.opp",
      "connect calendar to google(login: \"google\")\nopp \"Free\" when free >= 30min\n")
    let before = world.folder.run(["check", "rules.opp"])
    #expect(
      before.text.contains("warning: there is no login `google` on this machine (login-not-usable)")
    )
    #expect(before.text.contains("= help: run `opp login google`") && before.status == .success)
    #expect(world.folder.run(["check", "rules.opp", "--strict"]).status == .problems)
    try world.write("google")
    #expect(world.folder.run(["check", "rules.opp"]).text.contains("no problems in 1 Opp"))
    try world.write("google", service: "microsoft")
    #expect(
      world.folder.run(["check", "rules.opp"]).text.contains(
        "the login `google` is one of Microsoft"))
    try world.write("google", permissions: 0o640)
    #expect(
      world.folder.run(["check", "rules.opp"]).text.contains("is open to others, and is not read"))
  }

  // MARK: - A process

  @Test func `a login in a process of its own leaves its secrets in one file`() async throws {
    let world = try World()
    let home = world.folder.url
    try world.folder.write("bin/xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > \"$HOME/page\"\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: home.path + "/bin/xdg-open")
    let tool = try ToolProcess(
      ["login", "google", "--client", home.path + "/client.json"], in: home,
      variables: ["PATH": home.path + "/bin:/usr/bin:/bin"])
    func page() -> String? {
      (try? String(contentsOfFile: home.path + "/page", encoding: .utf8)).flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    #expect(await ToolProcess.isReached { page() != nil }, "\(tool.said)")
    _ = world.browser(.allow)(try #require(page()))
    #expect(tool.wait() == .exited(0), "\(tool.said)")
    let files = FileManager.default.enumerator(at: home, includingPropertiesForKeys: nil)
    var found: [String] = []
    for case let file as URL in try #require(files) where !file.hasDirectoryPath {
      let bytes = try Data(contentsOf: file)
      if bytes.firstRange(of: Data(Self.mark.utf8)) != nil { found.append(file.lastPathComponent) }
    }
    #expect(found.sorted() == ["client.json", "google.json"])
  }
}
