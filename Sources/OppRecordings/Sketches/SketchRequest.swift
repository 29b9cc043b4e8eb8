package import OppModel

/// A file to examine, and the facts that are known of it already
package struct SketchRequest {
  /// The content; the path is the name of the file in findings
  package let file: TextFile

  /// The path in the line that connects the file
  package var path: String

  package var subject: SketchSubject

  /// The options that are given, by the command line or as answers to questions
  package var options = FileOptions()

  /// The units that are given for columns without one: `state` is in `C`
  package var units: [String: String] = [:]

  /// The zone of times without an offset, and its name if the rules say it
  package var zone = Zone.utc
  package var zoneName: String?

  /// The zone of a name
  package var zones: (String) -> Zone? = { _ in nil }

  /// The enums of the rules
  package var enumerations: [Enumeration] = []

  package init(file: TextFile, subject: SketchSubject) {
    self.file = file
    self.subject = subject
    path = file.path
  }

  /// The zone in which times without an offset are read, by the options that are given or proposed
  func fileZone(by options: FileOptions) -> Zone { options.zone?.zone(zones) ?? zone }
}

/// The source or table that a file is for
package enum SketchSubject {
  case source(Source)
  case table(Table)

  /// A source or table that is not there yet, by its name
  case new(String)

  package var name: String {
    switch self {
    case .source(let source): source.name
    case .table(let table): table.name
    case .new(let name): name
    }
  }
}
