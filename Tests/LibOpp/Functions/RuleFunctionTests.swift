import COpp
import OppTestLimits
import Testing

@testable import LibOpp

/// The functions of rules, by their names in C
@Suite(.limited) struct RuleFunctionTests {
  @Test func `rules are described`() {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let reply = taken(opp_rules_describe(rules))
    #expect(
      reply?.hasPrefix(#"{"runnable":true,"opps":["Warm"],"sources":["weather"],"fingerprint":""#)
        == true)
    #expect(reply?.hasSuffix(#""diagnostics":[]}"#) == true)
  }

  @Test func `a mistake is in the description, and no session begins`() {
    let rules = rules(#"opp "Warm" when temp > 20 notify "x""#)
    defer { opp_rules_free(rules) }
    let reply = taken(opp_rules_describe(rules))
    #expect(reply?.hasPrefix(#"{"runnable":false"#) == true)
    #expect(reply?.contains(#""code":"missing-unit""#) == true)
    let (session, error) = begin(rules, settings)
    #expect(session == nil)
    #expect(
      error == #"{"error":{"code":"invalid-rules","message":"the rules have errors"}}"#)
  }

  @Test(arguments: [
    ("", "the message is no JSON at byte 0"), ("[]", "the message is no object"),
    ("{\"files\":7}", "`files` is not an array"),
    ("{\"files\":[{}]}", "`files[0].path` is missing"),
    ("{\"files\":[{\"path\":\"a\",\"text\":\"\u{0}\"}]}", "the message is no JSON"),
  ])
  func `files that are not what they should be are an error of each use`(
    files: String, message: String
  ) {
    let rules = opp_rules_new(files)
    defer { opp_rules_free(rules) }
    for reply in [taken(opp_rules_describe(rules)), begin(rules, settings).error] {
      #expect(reply?.hasPrefix(#"{"error":{"code":"bad-message","message":""#) == true)
      #expect(reply?.contains(message) == true, "\(reply ?? "")")
    }
  }

  @Test func `files that are too large are an error`() {
    let rules = rules(String(repeating: "// a comment ", count: 90_000))
    defer { opp_rules_free(rules) }
    #expect(taken(opp_rules_describe(rules))?.contains(#""code":"over-size""#) == true)
  }

  @Test func `null pointers and bytes that are no UTF-8 are errors`() {
    let null = opp_rules_new(nil)
    defer { opp_rules_free(null) }
    let message = #"{"error":{"code":"bad-message","message":"the files are a null pointer"}}"#
    #expect(taken(opp_rules_describe(null)) == message)
    #expect(
      taken(opp_rules_describe(nil))
        == #"{"error":{"code":"bad-message","message":"the rules are a null pointer"}}"#)
    opp_rules_free(nil)
    var bytes = Array(#"{"files":[{"path":"a","text":"?"}]}"#.utf8CString)
    if let place = bytes.firstIndex(of: CChar(63)) { bytes[place] = -1 }
    let foreign = opp_rules_new(bytes)
    defer { opp_rules_free(foreign) }
    #expect(taken(opp_rules_describe(foreign))?.contains(#""code":"bad-message""#) == true)
  }

  @Test func `the library knows its version`() {
    #expect(opp_abi_version() == UInt32(OPP_ABI_VERSION))
    #expect(taken(opp_version())?.hasPrefix(#"{"opp":""#) == true)
    opp_free(nil)
  }
}
