internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession

/// A JSON document that a service sent
struct JSONDocument {
  /// The bytes, which the cells of ``root`` refer to; its path is the host
  let file: TextFile
  let root: JSONValue

  /// - Parameter expected: the expected content of the document, such as `the weather`.
  init(_ response: WebResponse, expected: String) throws(FetchFailure) {
    guard !response.body.isEmpty, !response.isPage else { throw response.unreadable(expected) }
    file = TextFile(path: response.address.host, bytes: response.body)
    do {
      root = try JSONValue.parse(file)
    } catch {
      throw response.unreadable("\(expected) in JSON")
    }
  }

  /// A number; nil for anything else, and for one too large to be finite
  func number(_ value: JSONValue?) -> Double? {
    guard let value, case .number = value.content else { return nil }
    return CellParser.number(value.cell, in: file)
  }

  /// A whole number that can be represented exactly
  func integer(_ value: JSONValue?) -> Int64? {
    number(value).flatMap { Int64(exactly: $0) }
  }

  /// Seconds since the epoch
  ///
  /// `1782043200` is 2026-06-21T12:00:00Z; a fraction, and anything farther than some 35,000 years from 1970, is none.
  func instant(_ value: JSONValue?) -> Instant? {
    integer(value).flatMap { $0.magnitude < 1 << 40 ? Instant(seconds: $0) : nil }
  }
}

extension JSONValue {
  /// `true` if the value is substantial: not null, false, empty, or zero-length
  var isSubstantial: Bool {
    switch content {
    case .null: false
    case .truth(let truth): truth
    case .number: true
    case .text(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// `true` if an object reports an error, as services do that respond with 200 all the same
  ///
  /// True for `{"error": "no such room"}` and `{"errors": [{}]}`, false for `{"error": null}` and `{"errors": []}`.
  var reportsError: Bool {
    ["error", "errors"].contains { self[$0]?.isSubstantial == true }
  }
}
