/// The text that is inserted for a word, with stops between which the editor jumps
enum CompletionSnippets {
  static let declarations: [(word: String, snippet: String)] = [
    ("opp", "opp \"${1:Name}\"\n  when ${2:condition}\n  notify \"${3:text}\"$0"),
    ("let", "let ${1:name} = $0"),
    ("place", "place ${1:name} = \"${2:address}\"$0"),
    (
      "test",
      "test \"${1:name}\"\n  given ${2:reading} = ${3:value}\n  at ${4:2026-06-21T12:00}  expect \"${5:Opp}\" fires$0"
    ),
    (
      "chart",
      "chart \"${1:Name}\"\n  of ${2:average(temp, since period)}\n  per ${3:day} last ${4:30}$0"
    ),
    ("connect", "connect ${1:source} to ${2:connector}($0)"),
    ("set", "set ${1:zone} $0"),
    ("source", "source ${1:name}\n  fresh for ${2:1h}\n{\n  ${3:field}: ${4:Number}\n}$0"),
    ("table", "table ${1:name} by ${2:id} {\n  ${2:id}: ${3:Text}$0\n}"),
    ("enum", "enum ${1:Name} { ${2:case}$0 }"),
  ]

  /// Whole rules
  static let rules: [(label: String, detail: String, snippet: String)] = [
    (
      "opp near a place", "a reminder at a place",
      "opp \"${1:Name}\"\n  when ${2:weekday in weekdays}\n  near ${3:home}\n  notify \"${4:text}\"\n  at most once per day$0"
    ),
    (
      "opp at a time", "a reminder at a time of day",
      "opp \"${1:Name}\"\n  on ${2:8:00}\n  when ${3:weekday in weekdays}\n  notify \"${4:text}\"$0"
    ),
    (
      "opp by the weather", "a reminder of fine weather",
      "opp \"${1:Name}\"\n  when ${2:sky == sunny} and temp >= ${3:18C} and time in ${4:12:00..13:00}\n  notify \"${5:{temp} and sunny}\"\n  at most once per day$0"
    ),
    (
      "opp for each row", "a reminder of each row of a table",
      "opp \"${1:Name}\" for each ${2:event} in ${3:agenda}\n  on ${2:event}.${4:begins} - ${5:10min}\n  notify \"{${2:event}.${6:title}}\"$0"
    ),
  ]

  static let clauses: [String: String] = [
    "when": "when $0",
    "near": "near $0",
    "on": "on $0",
    "notify": "notify \"$1\"$0",
    "record": "record ${1:table} { $0 }",
    "colour": "colour ${1:amber}$0",
    "at most": "at most ${1:once} per ${2:day}$0",
    "for each": "for each ${1:row} in $0",
    "again": "again every ${1:1h}$0",
    "snooze": "snooze ${1:1h}$0",
    "expires": "expires ${1:2h}$0",
    "fresh": "fresh for ${1:1h}$0",
    "cost": "cost ${1:1}$0",
    "with": "with { ${1:name}: $0 }",
    "given": "given $0",
    "expect": "expect \"$1\" ${2:fires}$0",
    "at": "at ${1:2026-06-21T12:00}  $0",
    "of": "of $0",
    "per": "per ${1:day} last ${2:30}$0",
    "last": "last ${1:1h}$0",
    "next": "next ${1:1h}$0",
    "since": "since ${1:today + 00:00}$0",
    "if": "if ${1:condition} then ${2:a} else $0",
  ]

  static let settings: [String: String] = [
    "zone": "zone \"${1:Europe/Paris}\"$0",
    "clock": "clock ${1:12h}$0",
    "quiet": "quiet ${1:22:00..07:00}$0",
    "me": "me \"${1:ada@example.org}\"$0",
    "budget": "budget ${1:2000} per ${2:1d}$0",
  ]

  /// A snippet without its stops, for editors that know none
  static func plain(_ snippet: String) -> String {
    var text = ""
    var depth = 0
    var rest = snippet[...]
    while let character = rest.popFirst() {
      if character == "$" {
        if rest.first == "{" {
          rest = rest.dropFirst()
          rest = rest.drop { $0.isNumber }
          if rest.first == ":" { rest = rest.dropFirst() }
          depth += 1
        } else {
          rest = rest.drop { $0.isNumber }
        }
      } else if character == "}", depth > 0, !closesWords(text, depth) {
        depth -= 1
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// `true` if a brace closes one of the text, as in `{temp}`
  private static func closesWords(_ text: String, _ depth: Int) -> Bool {
    guard let open = text.lastIndex(of: "{") else { return false }
    return !text[open...].contains("}") && text[open...].allSatisfy { $0 == "{" || $0.isLetter }
  }
}
