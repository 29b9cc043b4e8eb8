/// The reason why bytes are not a usable zone file
package enum ZoneFileError: Error, Hashable, Sendable {
  /// The bytes do not begin with `TZif`
  case notZoneFile
  /// The bytes end before the content that their header promises
  case truncated
  /// A count, an index or an order that RFC 9636 forbids
  case malformed
  /// More transitions than `limit`
  case tooManyTransitions(limit: Int)
  /// The file counts leap seconds (those below `right/` do)
  case countsLeapSeconds
  /// The footer is not a rule of POSIX
  case malformedRule

  /// A fragment for people
  package var reason: String {
    switch self {
    case .notZoneFile: "it is not a time zone file"
    case .truncated: "the time zone file is cut short"
    case .malformed: "the time zone file is damaged"
    case .tooManyTransitions(let limit): "the time zone file has more than \(limit) transitions"
    case .countsLeapSeconds: "the time zone file counts leap seconds"
    case .malformedRule: "the rule at the end of the time zone file is damaged"
    }
  }
}
