internal import OppModel
internal import OppOutputs
internal import OppStore
internal import OppSystem

/// The store that a command works on
///
/// It turns failures of the store into failures of the command: status 3, with the remedy as help.
struct OpenedStore {
  let store: Store

  /// Opens the store that the command line names, else the person's own
  ///
  /// - Parameter isMade: whether it is made if it is not there.
  /// - Throws: `CommandFailure` if it cannot be opened.
  static func open(
    _ invocation: Invocation, isMade: Bool, in context: CommandContext
  ) throws(CommandFailure) -> OpenedStore {
    let path = try path(invocation, in: context)
    do throws(StoreFailure) {
      let clock = context.surroundings?.clock
      let rest = clock.map { clock in { (time: Int32) in clock.pause(milliseconds: time) } }
      return OpenedStore(store: try Store.open(path: path, isMade: isMade, rest: rest))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A store for a rehearsal: that of the command line, else one that no other process sees
  static func rehearsal(
    _ invocation: Invocation, in context: CommandContext
  ) throws(CommandFailure) -> OpenedStore {
    if invocation.has("--store") {
      return try open(invocation, isMade: true, in: context)
    }
    do throws(StoreFailure) {
      return OpenedStore(store: try Store.inMemory())
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Restores a store from a copy of it
  ///
  /// - Returns: the file that has the earlier content; nil if there was no store.
  static func restore(
    _ path: String, from copy: String
  ) throws(CommandFailure) -> String? {
    do throws(StoreFailure) {
      return try Store.restore(path, from: copy)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Does something to the store or with it
  ///
  /// ```swift
  /// let firings = try opened.work { (store) throws(StoreFailure) in try store.history() }
  /// ```
  func work<Result>(
    _ body: (Store) throws(StoreFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(StoreFailure) {
      return try body(store)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Notifies a daemon that works on the store that it has changed
  func notifyDaemon(_ console: Console) throws(CommandFailure) {
    let daemon = try work { (store) throws(StoreFailure) in try store.runningDaemon() }
    guard let daemon, let process = Int32(exactly: daemon.pid), process > 1 else { return }
    if kill(process, SIGHUP) != 0 {
      console.message("`opp run` (process \(process)) could not be notified; it will see by itself")
    }
  }

  /// The path of the store, by the XDG base directories
  ///
  /// | | path |
  /// | --- | --- |
  /// | `--store my.sqlite` | `my.sqlite` in the folder of the command |
  /// | `XDG_STATE_HOME=/var/ada` | `/var/ada/opp/store.sqlite` |
  /// | `HOME=/home/ada` | `/home/ada/.local/state/opp/store.sqlite` |
  static func path(
    _ invocation: Invocation, in context: CommandContext
  ) throws(CommandFailure) -> String {
    if let named = invocation.value("--store"), !named.isEmpty { return context.resolved(named) }
    // A relative path there counts as none.
    if let state = context.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/opp/store.sqlite"
    }
    guard let home = context.variable("HOME"), home.hasPrefix("/") else {
      throw .usage("there is no folder for the store", help: "give `--store`, or set `HOME`")
    }
    return home + "/.local/state/opp/store.sqlite"
  }
}

extension CommandFailure {
  /// Something outside failed: no command line, and no change of the rules, mends it
  init(_ failure: StoreFailure) {
    self.init(status: .outside, message: failure.message, help: failure.help)
  }
}
