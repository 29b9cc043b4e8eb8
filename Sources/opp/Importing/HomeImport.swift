internal import Dispatch
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSession
internal import OppSystem
internal import Synchronization

/// The work of `opp import homeassistant`
struct HomeImport {
  let console: Console
  let context: CommandContext

  /// The operand of the command that is no file
  static let operand = "homeassistant"

  /// The options that files alone have
  private static let fileOptions = [
    "--as", "--recording", "--unit", "--columns", "--only", "--dates", "--zone", "--day_at",
    "--missing", "--decimal", "--separator", "--skip", "--encoding", "--format",
  ]
  private static let usualURL = "http://homeassistant.local:8123"
  private static let variable = "HA_TOKEN"
  private static let fileName = "house.opp"

  /// Asks Home Assistant for its entities, and prints or writes the lines
  func run(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    for option in Self.fileOptions where invocation.has(option) || invocation.value(option) != nil {
      throw .usage("`\(option)` is for files", help: "leave it out")
    }
    let url = invocation.value("--url") ?? Self.usualURL
    let token = try token(invocation)
    let inventory = try inventory(url, token)
    let path = invocation.value("--into").map { $0 + "/" + Self.fileName }
    let known = path.map { names(in: $0) } ?? []
    let lines = HomeSketch(inventory, url: url, variable: Self.variable, known: known).lines
    guard !lines.isEmpty else {
      console.message("nothing is new: the rules have all \(inventory.entities.count) entities")
      return .success
    }
    guard let path, context.kind(of: path) == .missing else {
      for line in lines { console.line(line) }
      if let path {
        console.message("`\(path)` is there already: these lines are new since")
      } else {
        console.message("next: add `--into DIR` to write this as DIR/\(Self.fileName)")
      }
      return .success
    }
    if let folder = invocation.value("--into") {
      do throws(SystemFailure) {
        try Folder.make(context.resolved(folder))
      } catch {
        throw .outside("the folder `\(folder)` cannot be made")
      }
    }
    try context.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
    console.message("wrote \(path)")
    console.message("next: write a rule below, then `opp check \(path)`")
    return .success
  }

  /// The token of the variable, or of the file that is named
  private func token(_ invocation: Invocation) throws(CommandFailure) -> Secret {
    let file = invocation.value("--token-file") ?? context.variable(Self.variable + "_FILE")
    if let file, !file.isEmpty {
      guard let secret = Secret(variable: Self.variable, file: context.resolved(file)) else {
        throw .outside("the file `\(file)` cannot be read, or is empty")
      }
      return secret
    }
    guard let word = context.variable(Self.variable), !word.isEmpty else {
      throw .usage(
        "the token is missing",
        help:
          "make a long-lived access token in Home Assistant (your profile, Security), and set \(Self.variable), or `--token-file FILE`"
      )
    }
    return Secret(variable: Self.variable, revealed: word)
  }

  /// The names of sources, tables and enums of a file, and of the fields of sources: `sensor`, `sensor.kitchen`
  private func names(in path: String) -> Set<String> {
    guard context.kind(of: path) != .missing,
      let checked = try? CheckedRules.read([path], in: context)
    else { return [] }
    let graph = checked.analysis.graph
    var names = Set(graph.tables.map { $0.name } + graph.enumerations.map { $0.name })
    for source in graph.sources {
      names.insert(source.name)
      names.formUnion(source.fields.map { "\(source.name).\($0.name)" })
    }
    return names
  }

  /// Waits for the entities
  private func inventory(_ url: String, _ token: Secret) throws(CommandFailure) -> HomeInventory {
    let answer = InventoryAnswer()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      let result: Result<HomeInventory, FetchFailure>
      do throws(FetchFailure) {
        result = .success(try await HomeInventory.fetch(url: url, token: token, web: WebClient()))
      } catch {
        result = .failure(error)
      }
      answer.value.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    switch answer.value.withLock({ $0 }) {
    case .success(let inventory)?: return inventory
    case .failure(let failure)?:
      throw .outside(failure.reason + (failure.remedy.map { ". \($0)." } ?? ""))
    case nil: throw .outside("Home Assistant did not respond")
    }
  }
}

/// The answer of a task that a thread waits for
private final class InventoryAnswer: Sendable {
  let value = Mutex<Result<HomeInventory, FetchFailure>?>(nil)
}
