internal import OppOutputs
internal import OppProviders
internal import OppSystem

extension Command {
  /// ```console
  /// $ opp logout google
  /// logged out of `google`: Google has withdrawn the permission
  /// ```
  static let logout = Command(
    name: "logout",
    summary: "ends a login: withdraws the permission at the service, and deletes its file",
    operands: "NAME",
    operandCount: 1...1,
    options: [],
    discussion: """
      NAME is that of `opp login`. Google withdraws the permission at once; Microsoft lets only you do that, on a page that
      is named. The file is deleted in any case, and rules with the login know nothing of the calendar from then on.
      """,
    examples: [("opp logout google", "ends the login `google`")]
  ) { (invocation, context, console) throws(CommandFailure) in
    let name = invocation.operands[0]
    let folder = try LoginFolder.required(in: context)
    guard folder.has(name) else {
      throw CommandFailure(
        status: .problems, message: "there is no login `\(name)` on this machine",
        help: Invocation.suggestion(for: name, among: folder.names)
          ?? "`opp login` lists the logins")
    }
    let web = WebClient()
    let result: Result<LoginFolder.Withdrawal, SystemFailure> = Awaited.result {
      do throws(SystemFailure) {
        return .success(try await folder.logOut(name, web))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .failure(let failure):
      throw .outside("\(folder.path(of: name)) cannot be deleted: \(failure.message)")
    case .success(.withdrawn(let service)):
      console.line("logged out of `\(name)`: \(service.title) has withdrawn the permission")
      return .success
    case .success(.byHand(let service)):
      console.line(
        "logged out of `\(name)`; withdraw the permission at \(service.permissionsPage)")
      return .success
    case .success(.failed(let service, let reason)):
      console.line("logged out of `\(name)`: its file is deleted")
      throw .outside(
        "\(service.title) has not withdrawn the permission: \(reason)",
        help: "withdraw it at \(service.permissionsPage)")
    case .success(.unread(let failure)):
      console.line("logged out of `\(name)`: its file is deleted")
      throw CommandFailure(
        status: .problems, message: "the permission is not withdrawn: \(failure.reason(name))",
        help:
          "withdraw it at \(LoginService.google.permissionsPage) or \(LoginService.microsoft.permissionsPage)"
      )
    }
  }
}
