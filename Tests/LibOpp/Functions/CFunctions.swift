import COpp

/// A text that the library returned, which is freed; nil for a null pointer
func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  defer { opp_free(text) }
  return text.map { String(cString: $0) }
}

/// The rules of a text; the caller frees them
func rules(_ text: String) -> OpaquePointer? {
  let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    .replacing("\n", with: "\\n")
  return opp_rules_new(#"{"files":[{"path":"a.opp","text":"\#(quoted)"}]}"#)
}

/// The result of `opp_session_new`: the session, which the caller frees, or the error
func begin(
  _ rules: OpaquePointer?, _ options: String?, memory: [UInt8] = []
) -> (session: OpaquePointer?, error: String?) {
  var error: UnsafeMutablePointer<CChar>?
  let session = opp_session_new(rules, options, memory, memory.count, &error)
  return (session, taken(error))
}

/// The memory of a session; nil for a null pointer
func memory(of session: OpaquePointer?) -> [UInt8]? {
  var size = 0
  guard let bytes = opp_session_memory(session, &size) else { return nil }
  defer { opp_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: size))
}

/// The examples' rule, and the settings of a session of it
let warm = #"opp "Warm" when temp > 20C for 10min notify "It is {temp}.""#
let settings = #"{"at":1782036000,"zone":"UTC","supplies":{"weather":{"pushed":true}}}"#
let arrival = #"{"arrived":[{"source":"weather","fields":{"temp":22}}]}"#
let fired =
  #""firings":[{"id":"2026-06-21T10:10:00Z/Warm","opp":"Warm","at":1782036600,"text":"It is 22°C."}]"#
