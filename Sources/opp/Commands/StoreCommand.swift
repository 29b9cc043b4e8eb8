internal import OppOutputs
internal import OppStore
internal import OppSystem

extension Command {
  /// ```console
  /// $ opp store backup june.opp
  /// the store is saved to june.opp
  /// $ opp store restore june.opp
  /// the store is that of june.opp; what it was before is in store.sqlite.before
  /// ```
  static let store = Command(
    name: "store",
    summary: "saves the store to a file, or restores it from one",
    operands: "backup|restore FILE",
    operandCount: 2...2,
    options: [.store],
    discussion: """
      `backup` writes all that is kept, as it is now, to one file that is not there yet; `opp run` may go on meanwhile.
      `restore` makes the store what it was then, on this machine or another, while `opp run` does not run. What the store was
      before is kept in a file beside it.
      """,
    examples: [
      ("opp store backup ~/backups/opp-june.sqlite", "one file with everything"),
      ("opp store restore ~/backups/opp-june.sqlite", "back to it, also on a new machine"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let (action, file) = (invocation.operands[0], invocation.operands[1])
    switch action {
    case "backup":
      let folder = FilePath(context.resolved(file)).parent.text
      guard context.kind(of: folder) == .folder else {
        throw .outside("there is no folder for the backup `\(file)`", help: "make it first")
      }
      let opened = try OpenedStore.open(invocation, isMade: false, in: context)
      try opened.work { (store) throws(StoreFailure) in
        try store.backUp(to: context.resolved(file))
      }
      console.line("the store is saved to \(file)")
    case "restore":
      guard context.kind(of: file) != .missing else {
        throw .outside("there is no backup `\(file)`")
      }
      let path = try OpenedStore.path(invocation, in: context)
      let before = try OpenedStore.restore(path, from: context.resolved(file))
      let kept = before.map { "; what it was before is in \($0)" } ?? ""
      console.line("the store is that of \(file)\(kept)")
    case let other:
      throw .usage(
        "`opp store` does not know `\(other)`",
        help: Invocation.suggestion(for: other, among: ["backup", "restore"])
          ?? "write `opp store backup FILE` or `opp store restore FILE`")
    }
    return .success
  }
}
