internal import OppModel
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// Looks for the logins that the rules name, on this machine
///
/// ```
/// warning: there is no login `google` on this machine (login-not-usable)
/// 1 │ connect calendar to google(login: "google")
///   = help: run `opp login google`
/// ```
struct ConnectedLoginCheck {
  let rules: CheckedRules
  let context: CommandContext

  /// The warnings, in the order of the connections
  var diagnostics: [Diagnostic] {
    guard let folder = LoginFolder(in: context) else { return [] }
    return rules.analysis.connections.compactMap { diagnostic(of: $0, in: folder) }
  }

  private func diagnostic(of connection: Connection, in folder: LoginFolder) -> Diagnostic? {
    guard let service = LoginService(rawValue: connection.connector),
      case .constant(.text(let name), _)? = connection.options.first(where: { $0.name == "login" })?
        .value
    else { return nil }
    guard let problem = problem(of: name, service, in: folder) else { return nil }
    var diagnostic = Diagnostic(
      code: "login-not-usable", severity: .warning, range: connection.range,
      headline: problem.headline)
    diagnostic.helps = [problem.help]
    return diagnostic
  }

  /// The reason why a login cannot be used, and the advice; `nil` if it can
  private func problem(
    of name: String, _ service: LoginService, in folder: LoginFolder
  ) -> (headline: String, help: String)? {
    let command = service.command(for: name)
    let login: Login
    do throws(LoginFailure) {
      login = try folder.login(name)
    } catch {
      return (error.reason(name), error.remedy(command))
    }
    guard login.service == service else {
      return (
        "the login `\(name)` is one of \(login.service.title)", "name one of \(service.title)"
      )
    }
    return login.ended == nil ? nil : ("the login `\(name)` has ended", "run `\(command)`")
  }
}
