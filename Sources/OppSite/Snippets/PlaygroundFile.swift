internal import Foundation

/// A file that a link opens in the playground
struct PlaygroundFile: Codable, Hashable, Sendable {
  /// The path in the folder of rules: `rules.opp`, `data/weather.csv`
  let name: String
  let text: String
}

/// The fragment of a link into the playground: base64url(deflate-raw(JSON)), which no server gets to see
struct PlaygroundLink: Codable, Equatable {
  /// Rules of the link's own; nil for those of the example
  var files: [PlaygroundFile]?

  /// The example whose rules and recording are shown
  var example: String?

  /// The file that is shown first, and the date
  var open: String?
  var day: String?

  /// The text behind `#`
  var fragment: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(self)) ?? Data()
    return Data(Deflate.compressed(Array(json))).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
