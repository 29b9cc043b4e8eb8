internal import OppModel
internal import OppSyntax

/// The rule `secret-in-address`
///
/// ```
/// found     https://lock.example.com/state?api_key=9d8f7a6b5c4e3d2f1a0b      a parameter by its name
///           https://mia:hunter2@dav.example.com/mia.ics                      a password before `@`
///           https://hooks.slack.com/services/T0AAAAAAA/…                     an address that is a secret
///           …/private-0123456789abcdef0123456789abcdef/basic.ics             a private calendar
///           command("curl -H 'Authorization: Bearer abcd1234' …")            a header of a command
/// silent    …/stops/123e4567-e89b-12d3-a456-426614174000/departures?sort=key      a UUID, and a value `key`
///           https://ntfy.sh/opp-x7Kq2pZ9                                     the topic of ntfy is no secret in itself
///           json(env("LOCK_URL"))                                            no address in the rules at all
/// ```
enum SecretInAddress {
  static let rule = LintRule(
    name: "secret-in-address", category: .security, severity: .error, precision: .high,
    page: LintPage(
      headline: "this address carries a secret: put it into `env(\"NAME\")`",
      why: """
        Rules are shared, printed and kept in repositories; a secret in them is known to all who read them. The
        environment keeps it: `json(env("LOCK_URL"))`. Found are parameters such as `key`, `token` and `password`,
        `user:password@`, the private addresses of Google's calendars, headers of a command, and long random words.
        """,
      bad: """
        source lock fresh for 1min { locked: Bool }
        connect lock to json("https://lock.example.com/state?api_key=9d8f7a6b5c4e3d2f1a0b")
        opp "Door" on 23:00 when not locked
        """,
      good: """
        source lock fresh for 1min { locked: Bool }
        connect lock to json(env("LOCK_URL"))
        opp "Door" on 23:00 when not locked
        """,
      related: ["plain-http", "guessable-topic"])
  ) { subject, findings in
    for text in subject.connectedTexts {
      guard let reason = SecretFinder.reason(in: text) else { continue }
      findings.report(
        text.range, "this address carries a secret: put it into `env(\"…\")`",
        helps: [
          "write `env(\"\(text.target.uppercased())_URL\")` and set that variable where Opp runs"
        ], notes: [reason])
    }
  }
}

extension LintedAddress {
  /// `true` for an address of a service, with something behind the segment that it is known by
  fileprivate func isOf(_ service: (host: String, segment: String)) -> Bool {
    guard host == service.host || host.hasSuffix("." + service.host) else { return false }
    if service.segment == "bot" { return segments.contains { $0.hasPrefix("bot") && $0.count > 9 } }
    guard let index = segments.firstIndex(of: service.segment) else { return false }
    return index + 1 < segments.count && !segments[index + 1].contains("{")
  }
}

/// Looks for secrets in the texts of connections
private enum SecretFinder {
  /// Names of parameters that are secrets, in small letters
  private static let names: Set<String> = [
    "key", "apikey", "api_key", "api-key", "token", "access_token", "auth", "auth_token",
    "password", "passwd", "pass", "pwd", "secret", "client_secret", "sig", "signature", "appid",
    "app_id", "apitoken", "api_token", "bearer", "session", "sessionid", "private_token",
    "x-api-key", "subscription-key", "access_key", "jwt", "pin",
  ]

  /// Services whose addresses let anybody send who knows them
  static let addressesThatAreSecrets: [(host: String, segment: String)] = [
    ("hooks.slack.com", "services"), ("discord.com", "webhooks"), ("discordapp.com", "webhooks"),
    ("api.telegram.org", "bot"), ("outlook.office.com", "webhook"),
    ("chat.googleapis.com", "spaces"), ("maker.ifttt.com", "key"),
  ]

  /// The reason why a text likely carries a secret; `nil` if it does not
  static func reason(in text: ConnectedText) -> String? {
    if text.connector == "ntfy", isTopic(text) { return nil }
    // A text may be a command with addresses among its words.
    for word in text.text.split(whereSeparator: { " '\"".contains($0) }) {
      if let address = LintedAddress(String(word)), let reason = reason(in: address) {
        return reason
      }
    }
    return text.connector == "command" ? reason(inCommand: text.text) : nil
  }

  /// `true` if a text is the topic of ntfy without a user or parameters
  private static func isTopic(_ text: ConnectedText) -> Bool {
    guard let address = LintedAddress(text.text) else { return false }
    return address.user == nil && address.parameters.isEmpty
  }

  /// The reason to think that an address has a secret: its user, its service, a parameter, a part of its path
  private static func reason(in address: LintedAddress) -> String? {
    // `name:password@`, then a long name alone, which is a token.
    if let user = address.user, let colon = user.firstIndex(of: ":"),
      user.index(after: colon) < user.endIndex, !user.contains("{")
    {
      return "there is a password before `@`"
    }
    if let user = address.user, user.utf8.count >= 16, !user.contains("{") {
      return "there is a token before `@`"
    }
    if let service = addressesThatAreSecrets.first(where: { address.isOf($0) }) {
      return "an address of \(service.host) is as good as a password"
    }
    for (name, value) in address.parameters where !value.isEmpty && !value.contains("{") {
      if names.contains(name) { return "the parameter `\(name)` is one" }
      if isRandom(value) { return "the value of `\(name)` looks like one" }
    }
    for segment in address.segments {
      if segment.hasPrefix("private-"), segment.count >= 20 {
        return "a private address of a calendar is one"
      }
      if isRandom(segment) { return "a part of its path looks like one" }
    }
    return nil
  }

  /// The reason to think that a command has a secret: a word behind a mark such as `--token`
  ///
  /// `--token abcd1234` has one, `--token $TOKEN` and `Authorization: Bearer {…}` have none.
  private static func reason(inCommand text: String) -> String? {
    let lowered = text.lowercased()
    for mark in ["bearer ", "authorization: ", "x-api-key: ", "--password ", "--token "] {
      guard let range = lowered.firstRange(ofText: mark) else { continue }
      let value = lowered[range.upperBound...].prefix { !" '\"".contains($0) }
      if value.count >= 4, !value.hasPrefix("$"), !value.hasPrefix("{"), value != "bearer",
        value != "basic"
      {
        return "`\(mark.trimmed)` is followed by one"
      }
    }
    return nil
  }

  /// `true` for a long word of letters and digits in which no order is to be seen
  ///
  /// `kJ8dQx2mZp4Lr7Tn9Wb3` is one: 20 characters of letters and digits, over 4 bits each.
  /// `my-very-long-folder-name-2024` has more than two words, and an order number of digits alone has too few letters.
  private static func isRandom(_ text: String) -> Bool {
    let word = text.split(separator: ".").first.map { String($0) } ?? text
    let letters = word.filter { $0.isLetter }.count
    let digits = word.filter { $0.isNumber }.count
    guard word.utf8.count >= 20, letters >= 4, digits >= 3, !isUUID(word) else { return false }
    let isHexadecimal = word.allSatisfy { $0.isHexDigit }
    if isHexadecimal { return word.utf8.count >= 32 }
    guard word.split(whereSeparator: { $0 == "-" || $0 == "_" }).count <= 2 else { return false }
    return entropy(word) > 4
  }

  /// `true` if a text is a UUID in its usual form, `123e4567-e89b-12d3-a456-426614174000`
  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map { $0.count } == [8, 4, 4, 4, 12]
      && text.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// Shannon's entropy of the characters, in bits each
  ///
  /// `aaaa` has 0 bits, `abab` 1, `abcd` 2.
  private static func entropy(_ text: String) -> Double {
    var counts: [Character: Int] = [:]
    for character in text { counts[character, default: 0] += 1 }
    let total = Double(text.count)
    var bits = 0.0
    for count in counts.values {
      let share = Double(count) / total
      bits -= share * binaryLogarithm(share)
    }
    return bits
  }

  /// The logarithm of a positive number to the base 2, by its exponent and by squaring
  ///
  /// The C library's logarithm is not in Embedded Swift. 8 gives 3: the exponent; 24 steps give as many bits behind the
  /// point.
  private static func binaryLogarithm(_ value: Double) -> Double {
    var result = Double(value.exponent)
    var rest = value.significand
    var step = 0.5
    for _ in 0..<24 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        result += step
      }
      step /= 2
    }
    return result
  }
}
