internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSyntax

/// The logins of a person, as `opp login` prints them
///
/// ```
/// google  Google     since 2026-06-21 14:00
/// work    Microsoft  has ended: run `opp login microsoft --name work`
/// ```
struct LoginList {
  let folder: LoginFolder
  let zone: Zone

  /// The state of a login
  private struct Row {
    let name: String
    let service: LoginService?

    /// The word for programs: `ready`, `ended` or `unusable`
    let state: String
    let obtained: Instant?

    /// The state in words
    let text: String
  }

  func print(_ console: Console, isJSON: Bool) {
    let rows = folder.names.map { row($0) }
    if isJSON {
      for row in rows { console.line(Self.json(row)) }
      return
    }
    if rows.isEmpty {
      console.line("there is no login; `opp login google` or `opp login microsoft` makes one")
    }
    let names = rows.map(\.name.count).max() ?? 0
    let titles = rows.map { $0.service?.title.count ?? 1 }.max() ?? 0
    for row in rows {
      let title = (row.service?.title ?? "?").padded(to: titles)
      console.line("\(row.name.padded(to: names))  \(title)  \(row.text)")
    }
  }

  private func row(_ name: String) -> Row {
    let login: Login
    do throws(LoginFailure) {
      login = try folder.login(name)
    } catch {
      return Row(
        name: name, service: nil, state: "unusable", obtained: nil,
        text: "\(error.reason(name)): \(error.remedy("opp login"))")
    }
    if login.ended != nil {
      return Row(
        name: name, service: login.service, state: "ended", obtained: login.obtained,
        text: "has ended: run `\(login.service.command(for: name))`")
    }
    let time = zone.local(at: login.obtained).iso8601.replacing("T", with: " ").dropLast(3)
    return Row(
      name: name, service: login.service, state: "ready", obtained: login.obtained,
      text: "since \(time)")
  }

  private static func json(_ row: Row) -> String {
    JSONText.object { json in
      json.member("type", string: "login")
      json.member("name", string: row.name)
      if let service = row.service { json.member("service", string: service.name) }
      json.member("state", string: row.state)
      if let obtained = row.obtained { json.member("obtained", string: obtained.rfc3339) }
      json.member("text", string: row.text)
    }
  }
}
