internal import OppModel
internal import OppSyntax

/// The rule `shell-in-command`
///
/// ```
/// found     sh -c '…', /bin/bash -c 'say {text}'        a shell with a command
///           sudo say {text}                             all rights
///           curl … | sh                                 written for a shell
///           /tmp/tide.sh                                a folder that anybody writes to
/// silent    /usr/bin/notify-send {title} {text}, sh ./tide.sh
/// ```
enum ShellInCommand {
  static let rule = LintRule(
    name: "shell-in-command", category: .security, severity: .warning, precision: .high,
    page: LintPage(
      headline: "this runs a shell: what it downloads or reads becomes a program",
      why: """
        `command` starts a program with its words, without a shell. `sh -c` brings one back, and with it all that a
        text from outside can do to it. `sudo` gives it the whole machine, and a program in `/tmp` may be anybody's.
        A program of one's own, named by its whole path, does the same without.
        """,
      bad: """
        source tide fresh for 1h { height: Length }
        connect tide to command("sh -c 'curl -s http://tides.example.org/run.sh | sh'")
        opp "Low tide" when height < 50cm at most once per day
        """,
      good: """
        source tide fresh for 1h { height: Length }
        connect tide to json("https://tides.example.org/now")
        opp "Low tide" when height < 50cm at most once per day
        """,
      related: ["plain-http", "secret-in-address"])
  ) { subject, findings in
    for text in subject.connectedTexts where text.connector == "command" {
      guard text.option == nil || text.option == "command",
        let reason = reason(text.text)
      else { continue }
      findings.report(
        text.range, reason,
        helps: ["name a program of your own by its whole path, and give it its words"])
    }
  }

  /// Programs that run the text behind `-c`
  private static let shells: Set<String> = [
    "sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "csh", "tcsh", "pwsh", "busybox",
  ]

  /// The headline for a command that is not safe; nil for one that is
  private static func reason(_ command: String) -> String? {
    // The last part of each word that is a path: `/bin/bash` is `bash`.
    let words = command.split(separator: " ").map { String($0) }
    guard let path = words.first else { return nil }
    let programs = words.map { word in word.split(separator: "/").last.map { String($0) } ?? word }
    if let shell = programs.firstIndex(where: { shells.contains($0) }),
      words[(shell + 1)...].contains(where: { isCommandOption($0) })
    {
      return "this runs a shell: what it downloads or reads becomes a program"
    }
    if programs[0] == "sudo" || programs[0] == "doas" {
      return "this runs with all rights of the machine"
    }
    if words.contains("|") || command.firstRange(ofText: "$(") != nil || command.contains("`") {
      return "this is written for a shell, and what it reads would become a program"
    }
    if programs[0] == "eval" { return "this runs a shell" }
    for folder in ["/tmp/", "/var/tmp/", "/dev/shm/"] where path.hasPrefix(folder) {
      return "anybody may put another program into `\(folder)`"
    }
    return nil
  }

  /// `-c`, `-lc`, `-ec`, …
  private static func isCommandOption(_ word: String) -> Bool {
    word.first == "-" && word.dropFirst().first != "-" && word.count <= 5 && word.contains("c")
  }
}
