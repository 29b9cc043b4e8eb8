extension StoreFailure {
  /// The problem in words for people: one line without a full stop
  package var message: String {
    switch kind {
    case .missing: "there is no store `\(path)`"
    case .foreign: "`\(path)` is not a store of opp"
    case .notRegular: "`\(path)` is not a regular file, so it cannot be a store"
    case .hardLinked(let count): "the file of the store `\(path)` has \(count) names (hard links)"
    case .newer(let found, let known):
      "the store `\(path)` is of a newer opp (its version is \(found), this opp knows up to \(known))"
    case .full: "the disk of the store `\(path)` is full"
    case .locked: "the store `\(path)` is held by another process"
    case .corrupt: "the store `\(path)` is damaged"
    case .notWritable: "the store `\(path)` cannot be written"
    case .notOpenable: "the store `\(path)` cannot be opened"
    case .running(let pid):
      "another `opp run` uses the store `\(path)`" + (pid.map { " (process \($0))" } ?? "")
    case .existing: "`\(path)` is there already"
    case .sameFile: "`\(path)` is the store itself, not a copy of it"
    case .noFiring(let id): "there is no firing `\(id)` in the store `\(path)`"
    case .broken(let reason): "the store `\(path)` failed: \(reason)"
    }
  }

  /// The remedy; nil if the message says it
  package var help: String? {
    switch kind {
    case .missing: "`opp run` makes it"
    case .foreign: "name another file with `--store`; this one is left as it is"
    case .notRegular: "name a file with `--store`; this one is left as it is"
    case .hardLinked:
      "remove the other names, or copy the file: each name would have a journal of its own"
    case .newer: "use that opp, or another file with `--store`; this one is left as it is"
    case .full: "make room; what was committed is safe"
    case .locked: "try again; `fuser` names the process that holds the file"
    case .corrupt: "move it away and begin anew, or restore a copy"
    case .notWritable, .notOpenable: "look at the permissions of the file and its folder"
    case .running: "stop that one first, or give this one a store of its own with `--store`"
    case .existing: "name another file; this one is left as it is"
    case .sameFile: "name a file that `opp store backup` has written"
    case .noFiring: "`opp history` lists the firings"
    case .broken: nil
    }
  }
}
