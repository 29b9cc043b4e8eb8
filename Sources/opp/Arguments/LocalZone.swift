internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSystem

/// The zone that times are shown in to a person at this machine
///
/// `/etc/localtime -> /usr/share/zoneinfo/Europe/Berlin` is `Europe/Berlin`.
enum LocalZone {
  /// The zone of `--zone`, else of `TZ`, else of the system; UTC if none is known
  static func find(
    _ invocation: Invocation, in context: CommandContext
  ) throws(CommandFailure) -> Zone {
    let database = ZoneDatabase()
    if let name = invocation.value("--zone") {
      do throws(ZoneDatabase.Failure) {
        return try database.zone(named: name)
      } catch {
        throw .usage(error.reason, help: error.nearest.map { "did you mean `\($0)`?" })
      }
    }
    return named(name(in: context)) ?? .utc
  }

  /// The name of the zone of `TZ`, else of the system; `UTC` if none is known
  static func name(in context: CommandContext) -> String {
    let name = context.variable("TZ").map { zoneName(ofVariable: $0) } ?? systemName
    guard let name, named(name) != nil else { return "UTC" }
    return name
  }

  /// The name in a value of `TZ`, which POSIX lets begin with a colon, and which may be the path of a file
  ///
  /// `Europe/Berlin`, `:Europe/Berlin` and `:/usr/share/zoneinfo/Europe/Berlin` are one zone.
  private static func zoneName(ofVariable value: String) -> String {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    return text.hasPrefix("/") ? zoneName(ofPath: text) ?? text : text
  }

  /// The name of a file below the zone database; nil for any other path
  private static func zoneName(ofPath path: String) -> String? {
    path.firstRange(of: "zoneinfo/").map { String(path[$0.upperBound...]) }
  }

  /// The zone of a name; nil if the zone database has none
  static func named(_ name: String) -> Zone? { try? ZoneDatabase().zone(named: name) }

  /// The target of the link `/etc/localtime`, below the zone database
  private static var systemName: String? {
    FilePath("/etc/localtime").linkTarget.flatMap { zoneName(ofPath: $0) }
  }
}
