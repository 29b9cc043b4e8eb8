import OppFormat
import OppTestLimits
import Testing

@Suite("Comments and mistakes", .limited)
struct CommentLayoutTests {
  @Test func `a comment stays on its line, two spaces away`() {
    check("let a = 1// one  \nlet b = 2      // two", "let a = 1  // one\nlet b = 2  // two\n")
  }

  @Test func `a comment on its own line goes in with what follows`() {
    check(
      """
          // above
      opp "x"
      // the reason
      when a
              // the words
        notify "b"
      """,
      """
      // above
      opp "x"
        // the reason
        when a
        // the words
        notify "b"

      """)
  }

  @Test func `a comment inside of a condition breaks it`() {
    check(
      """
      opp "x"
        when a and // first
          b
          // then
          and c
      """,
      """
      opp "x"
        when a
          and  // first
          b
          // then
          and c

      """)
  }

  @Test func `a comment after a keyword moves its condition in`() {
    check(
      "opp \"x\"\n  when // why\n  a and b\n  near // here\n  park",
      "opp \"x\"\n  when  // why\n    a and b\n  near  // here\n    park\n")
    check("let a = // why\n  1", "let a =  // why\n  1\n")
  }

  @Test func `comments in brackets stay in them`() {
    check(
      """
      enum Mode { walk, // on foot
        // car,
      }
      let a = [ // empty
      ]
      let b = f(x: 1, // one
        // two
        y: 2)
      """,
      """
      enum Mode {
        walk,  // on foot
        // car,
      }

      let a = [  // empty
      ]

      let b = f(
        x: 1,  // one
        // two
        y: 2
      )

      """)
  }

  @Test func `comments belong to the declaration that follows without an empty line`() {
    check(
      """
      // The file.

      // About a.
      let a = 1
      /// About x.
      opp "x"
        when a
      // About b.
      let b = 2
      // The end.
      """,
      """
      // The file.

      // About a.
      let a = 1

      /// About x.
      opp "x"
        when a

      // About b.
      let b = 2
      // The end.

      """)
  }

  @Test func `clauses put aside at the end of an Opp stay in it`() {
    check(
      "opp \"x\"\n  when a\n   // near park\n // urgent\n\n  // about y\nopp \"y\"\n  when b\n",
      "opp \"x\"\n  when a\n  // near park\n  // urgent\n\n// about y\nopp \"y\"\n  when b\n")
  }

  @Test func `a broken declaration is kept byte for byte, the others are laid out`() {
    check(
      "let  a=1\nopp   \"x\"\r\n\twhen  and   b  \n notify   \"c\"\nlet  d=2\n",
      "let a = 1\n\nopp   \"x\"\r\n\twhen  and   b  \n notify   \"c\"\n\nlet d = 2\n")
  }

  @Test func `a mistake inside of a sound tree counts too`() {
    check("let  a = 30 min\nlet  b = 1", "let  a = 30 min\nlet b = 1\n")
  }

  @Test func `a line that goes on after a mistake is kept whole`() {
    let line = "source  x(room: Text source  y { a: Text }"
    check("\(line)\nlet  b = 1", "\(line)\nlet b = 1\n")
    check("let  a = b  wet c\nlet  b = 1", "let  a = b  wet c\nlet b = 1\n")
  }

  @Test(arguments: [
    "let  a = 30 min", "let  a = b  wet c", "let  a =", "opp  \"x\" when  and  b",
    "source  x(room: Text source  y { a: Text }", "enum  E { a  b  c ( }",
  ])
  func `a comment behind a mistake stays behind it`(line: String) {
    for (comment, laidOut) in [
      ("// why", "// why"), ("  //  why", "//  why"), ("/* why */", "/* why */"),
    ] {
      check(
        "\(line) \(comment)\nlet  b = 1\n", "\(line)  \(laidOut)\nlet b = 1\n")
      check(
        "\(line) \(comment)\n\n// About b.\nlet  b = 1\n",
        "\(line)  \(laidOut)\n\n// About b.\nlet b = 1\n")
    }
  }

  @Test func `what is no declaration is kept`() {
    check("hello   world\n  \nlet  a = 1\n)  )\n", "hello   world\n\nlet a = 1\n)  )\n")
  }

  /// A `#` on its own is a comment before white space, so that it must be one wherever white space may come
  @Test(arguments: ["#", "##", "#// x", "#/// x", "#/* x */", "## x", "#\u{A0}", "#\u{A0}// x"])
  func `a number sign reads the same with spaces behind it`(sign: String) {
    check("let  a = 1\n\(sign)\nlet  b = 1\n", "let a = 1\n\(sign)\nlet b = 1\n")
    let damaged = "opp \"x\"\n  when and  a \(sign)\n\(sign)\nenum E { a  { b }\n"
    let result = format(damaged)
    #expect(result.outcome == .formatted)
    checkLaws(damaged, result)
  }

  @Test func `what is no text is kept whole`() {
    let result = format("let  a = 1\u{0}")
    #expect(result.outcome == .unreadable)
    #expect(!result.isChanged)
    #expect(result.hasErrors)
  }
}
