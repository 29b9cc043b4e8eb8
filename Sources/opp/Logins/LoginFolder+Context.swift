internal import OppOutputs
internal import OppProviders

extension LoginFolder {
  /// The folder of the person's logins, by the XDG base directories; `nil` without a home
  ///
  /// | | path |
  /// | --- | --- |
  /// | `XDG_CONFIG_HOME=/var/ada` | `/var/ada/opp/logins` |
  /// | `HOME=/home/ada` | `/home/ada/.config/opp/logins` |
  init?(in context: CommandContext) {
    // A relative path there counts as none.
    if let folder = context.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      self.init(path: folder + "/opp/logins")
      return
    }
    guard let home = context.variable("HOME"), home.hasPrefix("/") else { return nil }
    self.init(path: home + "/.config/opp/logins")
  }

  /// The same for a command that needs it
  static func required(in context: CommandContext) throws(CommandFailure) -> LoginFolder {
    guard let folder = LoginFolder(in: context) else {
      throw .usage("there is no folder for logins", help: "set `HOME`")
    }
    return folder
  }
}

extension Logins {
  /// The logins of the person; `nil` without a home
  static func own(_ web: WebClient, in context: CommandContext) -> Logins? {
    LoginFolder(in: context).map { Logins($0, web) }
  }
}

extension LoginService {
  /// The command that makes a login of a name
  func command(for name: String) -> String {
    name == self.name ? "opp login \(self.name)" : "opp login \(self.name) --name \(name)"
  }
}
