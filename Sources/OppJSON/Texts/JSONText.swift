internal import OppModel

/// A JSON text, written key by key in the order of the calls
///
/// Foundation's encoder orders keys by itself or by the alphabet; the formats of Opp fix their own.
///
///     JSONText.object { json in
///       json.member("name", string: "Lunch")
///       json.key("rows")
///       json.array { $0.raw("1"); $0.raw("2") }
///     }                                              // {"name":"Lunch","rows":[1,2]}
///
/// Commas are the writer's; that a key is followed by one value, and raw text is JSON, is up to the caller.
package struct JSONText {
  /// The text that has been written so far
  package private(set) var text = ""

  /// `true` if the next element needs a comma before it
  private var needsComma = false

  package init() {}

  /// One object on one line
  package static func object(_ build: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.object(build)
    return json.text
  }

  /// An object, as an element or as the value of a key
  package mutating func object(_ build: (inout JSONText) -> Void) {
    enclosed("{", "}", build)
  }

  /// An array, as an element or as the value of a key
  package mutating func array(_ build: (inout JSONText) -> Void) {
    enclosed("[", "]", build)
  }

  /// A key of the object that is being written; its value must follow
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    text += ":"
    needsComma = false
  }

  /// A text in quotes, with its escapes
  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// Text that is JSON already: a number, `true`, `null`, an object
  package mutating func raw(_ value: String) {
    separate()
    text += value
  }

  package mutating func member(_ name: String, string value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, raw value: String) {
    key(name)
    raw(value)
  }

  package mutating func member(_ name: String, strings values: [String]) {
    key(name)
    array { array in
      for value in values { array.string(value) }
    }
  }

  /// Writes the text of `build` between two brackets
  private mutating func enclosed(_ open: String, _ close: String, _ build: (inout JSONText) -> Void)
  {
    separate()
    text += open
    needsComma = false
    build(&self)
    text += close
    needsComma = true
  }

  /// Writes a comma if an element came before at this level
  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  /// Writes a text in quotes; control characters, and those that a terminal would act on, as `\u…`
  private mutating func quote(_ value: String) {
    text += ValueNotation.jsonString(value)
  }
}
