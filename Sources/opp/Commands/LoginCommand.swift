internal import OppOutputs
internal import OppProviders

extension Command {
  /// ```console
  /// $ opp login google --client client_secret.json
  /// your browser opens this page:
  /// https://accounts.google.com/o/oauth2/v2/auth?…
  /// logged in as `google`, kept in /home/ada/.config/opp/logins/google.json
  /// $ opp login
  /// google  Google  since 2026-06-21 14:00
  /// ```
  static let login = Command(
    name: "login",
    summary: "lets rules read your calendar at Google or Microsoft; lists your logins",
    operands: "[google|microsoft]",
    operandCount: 0...1,
    options: [
      Option(
        "--client", value: "FILE.json",
        "google: the client of the type Desktop app, as the Google Cloud console gives it"),
      Option(
        "--no-browser",
        "google: the browser is on another machine; you paste the address at which it ends"),
      Option("--client-id", value: "ID", "microsoft: the application (client) ID"),
      Option(
        "--tenant", value: "NAME",
        "microsoft: common, consumers, organizations, or one organization; default: common"),
      Option(
        "--url", value: "URL",
        "microsoft: the login of a national cloud, such as https://login.microsoftonline.us"),
      Option("--name", value: "NAME", "the name of the login; default: that of the service"),
      .format,
    ],
    discussion: """
      Without a service it lists the logins with their state. With one it asks that service to let Opp read your
      calendar, and keeps the permission in a file that only you can read, below $XDG_CONFIG_HOME/opp/logins or
      ~/.config/opp/logins. A login that is made again needs no client: it takes that of the last time. In rules,
      `google(login: "google")` or `microsoft(login: "microsoft")` uses it.
      """,
    examples: [
      ("opp login", "the logins, and which have ended"),
      ("opp login google --client client_secret.json", "Google, in the browser of this machine"),
      ("opp login google --no-browser", "the same again, over SSH"),
      (
        "opp login microsoft --client-id 0f3c7e0a-52d1-4c1f-9b7e-1a2b3c4d5e6f --name work",
        "Microsoft, by a code that you enter on a page"
      ),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    guard let word = invocation.operands.first else {
      for option in ["--client", "--client-id", "--tenant", "--url", "--name", "--no-browser"]
      where invocation.has(option) {
        throw .usage(
          "`\(option)` needs a service", help: "write `opp login google` or `opp login microsoft`")
      }
      let zone = try LocalZone.find(invocation, in: context)
      LoginList(folder: try .required(in: context), zone: zone)
        .print(console, isJSON: invocation.wantsJSON)
      return .success
    }
    guard let service = LoginService(rawValue: word) else {
      throw .usage(
        "`opp login` does not know `\(word)`",
        help: Invocation.suggestion(for: word, among: LoginService.allCases.map(\.name))
          ?? "write `opp login google` or `opp login microsoft`")
    }
    return try LoginRun(
      service: service, invocation: invocation, context: context, console: console,
      person: .present(in: context)
    ).run()
  }
}
