package import OppModel

/// A look at a file that the rules connect: its unreadable cells, and the options that only its rows prove
///
/// Only the beginning of a longer file is read. A cell that rows further down may prove to be readable is no problem then.
package struct FileGlance {
  /// The first problem of each kind
  package private(set) var problems: [RecordingProblem] = []

  /// All problems of the part that is read
  package private(set) var found = ProblemList()

  /// The proofs of the rows that no option states: a new file may not have them
  package private(set) var proofs: [Proof] = []

  /// A choice that a row proves, and the option that says it
  package struct Proof {
    package let option: FileOption
    package let value: FileOptionValue

    /// The fact as the end of “line 3 proves …”
    package let fact: String
    package let line: Int
  }

  /// The number of bytes that are read
  package static let size = 64 << 10

  /// - Parameters:
  ///   - file: the beginning of the file.
  ///   - isWhole: whether that is all of it.
  package init(
    _ file: TextFile, isWhole: Bool, ending: String, source: Source, columns: RecordedColumns
  ) {
    var rows = SourceRows(source: source, columns: columns)
    read(file, isWhole, ending, into: &rows)
  }

  package init(
    _ file: TextFile, isWhole: Bool, ending: String, table: Table, columns: RecordedColumns
  ) {
    var rows = TableRows(table: table, columns: columns)
    read(file, isWhole, ending, into: &rows)
  }

  private mutating func read(
    _ file: TextFile, _ isWhole: Bool, _ ending: String, into rows: inout some RowSink
  ) {
    // The last line of a part is cut off.
    let bytes = file.bytes
    let end = isWhole ? bytes.count : (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)
    let part = TextFile(path: file.path, bytes: Array(bytes[..<end]))
    let notation = RowFile.read(part, ending: ending, into: &rows, &found)
    var codes: Set<String> = []
    for problem in found.listed where isWhole || !problem.mayBeProved {
      if !problem.isNote, codes.insert(problem.code).inserted { problems.append(problem) }
    }
    // A part may prove a notation that the rest contradicts; that is reported when all of it is read.
    proofs = notation?.proofs ?? []
  }
}

extension RecordingProblem {
  /// `true` if other rows of the file may prove the cell to be readable
  fileprivate var mayBeProved: Bool {
    if case .openMark = kind { return true }
    if case .openDate = kind { return true }
    if case .noChosenRow = kind { return true }
    return false
  }
}
