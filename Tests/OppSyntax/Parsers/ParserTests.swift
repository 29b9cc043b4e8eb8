import OppTestLimits
import OppTesting
import Testing

@testable import OppSyntax

@Suite(.limited) struct ParserTests {
  @Test(arguments: SamplePrograms.all)
  func `sample programs parse without a word said`(program: String) {
    checkAccepted(program)
  }

  /// Long programs are cut at every third character, under OPP_LONG_TESTS=1 at each.
  @Test(arguments: SamplePrograms.all)
  func `every prefix of a sample program keeps the parser's promises`(program: String) {
    let scalars = Array(program.unicodeScalars)
    let step = LawSeeds.isLong || scalars.count < 150 ? 1 : 3
    for length in stride(from: 0, to: scalars.count, by: step) {
      var prefix = String.UnicodeScalarView()
      prefix.append(contentsOf: scalars[..<length])
      checkParse(String(prefix))
    }
  }

  @Test func `cases and fields may be named as clauses and declarations are`() {
    for text in [
      "enum Power {\n  on\n  off\n  at\n  when\n}", "enum Word {\n  set\n  test\n  place\n  opp\n}",
      "enum Word {\n  urgent | disabled\n  set }",
      "source s {\n  on: Bool\n  near,\n  at: Number\n  test: Text\n}",
    ] {
      checkAccepted(text)
    }
  }

  @Test func `what is a mistake elsewhere is accepted where it means something`() {
    for text in [
      "test \"t\" at 2026-06-21T12:00 expect \"x\" for 1,2 quiet", "let a = [1,5]",
      "let a = f(1,5)", "let a = 2026-6-1", "opp \"x\" when a - -b", "opp \"x\" when a is known",
      "opp \"x\" when no and at and june", "opp \"x\" when a in [1,2] and b",
      "opp \"x\" on 8:30am or 8:30:15pm", "opp \"x\" when a\n  - b > 1",
    ] {
      checkAccepted(text)
    }
  }

  @Test func `the next field behind a kind of place is no word of that kind`() {
    for text in [
      "opp \"x\" when a record w { shop: any market room: 1 }",
      "opp \"x\" notify \"y\" with { shop: a until any market room: 1 urgent: 2 }",
      "test \"t\" at 2026-06-21T12:00 given w { shop: any market room: 1 } expect \"x\" fires",
    ] {
      checkAccepted(text)
    }
    let (_, diagnostics) = checkParse(
      "opp \"x\" when a record w { shop: any grocery store room: 1 }")
    #expect(diagnostics.map(\.headline) == ["a text is written in double quotes"])
  }

  @Test func `a block without its end leaves the next declaration whole`() {
    for next in [
      "let a = 1", "place home = @1,2", "enum E { a }", "source s { a: Bool }",
      "table t by a { a: Text }", "set zone \"UTC\"", "connect s to csv(\"a\")", "opp \"x\" when a",
      "test \"t\"",
    ] {
      for start in ["enum Power {\n  on\n  off\n", "source plain {\n  on: Bool\n"] {
        let (tree, diagnostics) = checkParse(start + next)
        #expect(diagnostics.count == 1, "\(next)")
        #expect(tree.file.declarations.count == 2, "\(next)")
        #expect(tree.file.declarations.last?.node.isBroken == false, "\(next)")
      }
    }
  }

  @Test func `a missing closing mark leaves its declaration broken`() {
    for text in [
      "let a = (b\n", "let a = f(b\n", "let a = [b\n", "enum E { a\n", "let f(x: Number = 1\n",
      "source s { a: [Text }",
    ] {
      let (tree, diagnostics) = checkParse(text)
      #expect(!diagnostics.isEmpty)
      #expect(tree.file.declarations.first?.node.isBroken == true, "\(text)")
    }
  }

  @Test func `a range on the left is one mistake`() {
    #expect(checkParse("let a = 7am..9am == 7am").diagnostics.count == 1)
    #expect(checkParse("let a = 1..2 in 3..4 and b").diagnostics.count == 1)
  }

  @Test func `operators bind as the ladder says`() {
    let table: [(String, String)] = [
      ("a or b and c or d", "[or a [and b c] d]"),
      ("not a and b", "[and [not a] b]"),
      ("not a == b", "[not [a == b]]"),
      ("a for 1h and b", "[and [a for 1h] b]"),
      ("a and b for 1h", "[and a [b for 1h]]"),
      ("a > b for 1h within last 2h", "[[[a > b] for 1h] within last 2h]"),
      ("a > b until c < d or e", "[or [[a > b] until [c < d]] e]"),
      ("a until b until c for 1h", "[[[a until b] until c] for 1h]"),
      ("a and b until c and d", "[and a [b until c] d]"),
      ("not a until b", "[[not a] until b] !ambiguous-not"),
      ("until until until", "[until until until]"),
      ("a starts with b and c ends with d", "[and [a starts with b] [c ends with d]]"),
      ("starts == ends", "[starts == ends]"),
      ("a not in [b] until c", "[[a not in [list b]] until c]"),
      ("a == b within next 2 * d", "[[a == b] within next [2 * d]]"),
      ("a + b * c - d", "[a + [b * c] - d]"),
      ("a / b otherwise c * d", "[a / b otherwise c * d]"),
      ("a in b..c + 1", "[a in b..[c + 1]]"),
      ("a not in [b, c]", "[a not in [list b c]]"),
      ("a is not b", "[a is not b]"),
      ("a is b", "[a is b]"),
      ("x contains \"y\"", "[x contains \"y\"]"),
      ("-a * b", "[[- a] * b]"),
      ("-5C", "-5C"),
      ("a -5C", "[a - 5C]"),
      ("- 5", "[- 5]"),
      ("--5", "[- -5]"),
      ("a.b.c", "a.b.c"),
      ("a.in.for", "a.in.for"),
      ("f(a, b: c, in: 3)", "f(a, b: c, in: 3)"),
      ("stock(store: \"L\").price", "stock(store: \"L\").price"),
      ("average(x, last 1h)", "average(x, [last 1h])"),
      ("total(x, since today + 00:00)", "total(x, [since [today + 00:00]])"),
      ("any(t as u where u.a != b)", "any([t as u where [u.a != b]])"),
      ("t where a where b", "[[t where a] where b]"),
      ("t where if a then b else c", "[t where [if a b c]]"),
      ("if a then b else if c then d else e", "[if a b [if c d e]]"),
      ("near p within 5m within last 1h", "[[near p within 5m] within last 1h]"),
      ("near any \"shop\" and a", "[and [near [any \"shop\"]] a]"),
      ("near @48.4,-123.3", "[near @48.4,-123.3]"),
      ("1..5", "1..5 !range-outside-in"),
      ("x in 1..5", "[x in 1..5]"),
      ("x in 1.5..2.5", "[x in 1.5..2.5]"),
      ("weekday in fri..sun", "[weekday in fri..sun]"),
      ("(a)", "(a)"),
      ("true and false", "[and true false]"),
      ("snooze(x) + opp", "[snooze(x) + opp]"),
      ("notify == red", "[notify == red]"),
      ("list_of[0]", "list_of !unexpected-word"),
    ]
    for (text, expected) in table { #expect(shape(text) == expected, "\(text)") }
  }

  @Test func `every literal is one word, taken as long as possible`() {
    let table: [(String, TokenKind)] = [
      ("12", .number), ("3.5", .number), ("1_000", .number), ("80%", .quantity),
      ("90s", .quantity), ("1h30m", .quantity), ("30min", .quantity), ("2d", .quantity),
      ("10m/s", .quantity), ("2mm/h", .quantity), ("30km/h", .quantity), ("20°C", .quantity),
      ("68F", .quantity), ("2in", .quantity), ("5furlongs", .quantity), ("1.5h", .quantity),
      ("12:00", .timeOfDay), ("7:30", .timeOfDay), ("23:59:30", .timeOfDay), ("7am", .timeOfDay),
      ("12PM", .timeOfDay), ("7:30pm", .timeOfDay), ("2026-06-21", .date),
      ("2026-06-21T12:00", .instant), ("2026-06-21T19:00Z", .instant),
      ("2026-06-21T12:00-07:00", .instant), ("2026-06-21T12:00:30+05:30", .instant),
      ("@48.4284,-123.3656", .pin), ("@48.4284, -123.3656", .pin), ("@-1,2", .pin),
      ("#FFBF00", .colour), ("true", .true), ("été_2", .name), ("_x", .name), ("変数", .name),
    ]
    for (text, kind) in table {
      let tokens = checkParse(text, asExpression: true).tree.tokens
      #expect(tokens.map(\.kind) == [kind, .endOfFile], "\(text)")
    }
    #expect(shape("100m/speed") == "[100m / speed]")
    #expect(shape("x in 2026-06-21..2026-06-25") == "[x in 2026-06-21..2026-06-25]")
  }

  @Test func `a quantity comes apart into numbers and units`() {
    func parts(_ text: String) -> [String] {
      guard case .literal(let literal) = checkParse(text, asExpression: true).tree.file.expression
      else { return [] }
      return literal.parts.map { "\($0.number)|\($0.unit)" }
    }
    #expect(parts("1h30m") == ["1|h", "30|m"])
    #expect(parts("-5.5°C") == ["5.5|°C"])
    #expect(parts("10m/s") == ["10|m/s"])
    #expect(parts("1_000") == ["1_000|"])
    #expect(parts("80%") == ["80|%"])
    #expect(parts("1h1.5m") == ["1|h", "1.5|m"])
  }

  @Test func `texts keep their escapes apart from what is in braces`() {
    func text(_ text: String) -> String {
      guard case .text(let it) = checkParse(text, asExpression: true).tree.file.expression else {
        return ""
      }
      return it.pieces.map { piece in
        switch piece {
        case .characters(let characters, _): characters
        case .interpolation(let expression, _): "<\(expression.node.text)>"
        }
      }.joined()
    }
    #expect(text(#""a {b.c} {{d}} \"e\" \u{1F3BF}\n""#) == "a <b.c> {d} \"e\" 🎿\n")
    #expect(text(#""{f("x{y}")}z""#) == #"<f("x{y}")>z"#)
    #expect(text(#""{{{x}}}""#) == "{<x>}")
  }

  @Test func `documentation and comments belong to the declaration that follows`() {
    let tree = checkParse("/// One\n// two\n/// Three\nlet a = 1\n").tree
    let declaration = tree.file.declarations.first?.node
    #expect(declaration?.documentation == ["One", "Three"])
    #expect(declaration?.leadingComments.map(\.text) == ["/// One", "// two", "/// Three"])
  }
}
