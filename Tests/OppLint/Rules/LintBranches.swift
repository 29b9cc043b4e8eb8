import Testing

/// The branches of a rule: what each of its operators, words and bounds finds, and what lies just beside
struct LintBranches: Sendable, CustomTestStringConvertible {
  let rule: String

  /// The rules around an item, which stands in place of `…`
  let frame: String
  let found: [String]
  let silent: [String]

  var testDescription: String { "\(rule): \(frame)" }

  init(_ rule: String, in frame: String = LintBranches.condition, found: [String], silent: [String])
  {
    self.rule = rule
    self.frame = frame
    self.found = found
    self.silent = silent
  }

  /// The text of an item in its frame
  func text(_ item: String) -> String { frame.replacing("…", with: item) }

  static let condition = """
    source s fresh for 1h { a, b: Number  on: Bool  mode: Text }
    table tasks by id { id, title: Text  level: Number  due: Instant }
    opp "A" when … at most once per day
    """
  private static let calendar =
    "connect calendar to ical(\"…\")\nopp \"A\" when free > 2h at most once per day"
  private static let webhook =
    "connect notifications to webhook(\"…\")\nopp \"A\" on 7:00 notify \"x\""
  private static let program =
    "source s fresh for 1h { a: Number }\nconnect s to command(\"…\")\nopp \"A\" when a > 1 at most once per day"

  static let all: [LintBranches] = [
    // Addresses
    LintBranches(
      "plain-http", in: calendar,
      found: [
        "http://example.org/a.ics", "HTTP://Example.org/a.ics", "ws://example.org/a",
        "ftp://example.org/a.ics",
        "mqtt://example.org/a", "http://11.0.0.1/a", "http://172.15.0.1/a", "http://172.32.0.1/a",
        "http://192.169.0.1/a", "http://193.168.0.1/a", "http://169.253.0.1/a",
        "http://100.63.0.1/a", "http://100.128.0.1/a",
        "http://126.0.0.1/a", "http://lan.example.org/a", "http://[2001:db8::1]/a",
        "http://[fe00::1]/a", "http://[::2]/a",
        "http://[::ffff:11.0.0.1]/a",
      ],
      silent: [
        "https://example.org/a.ics", "http://localhost/a", "http://nas/a", "http://nas.lan/a",
        "http://nas.local/a", "http://nas.home.arpa/a", "http://nas.home/a",
        "http://nas.internal/a",
        "http://nas.localdomain/a", "http://nas.tail1.ts.net/a", "http://a.localhost:80/a",
        "http://127.0.0.1/a", "http://10.1.2.3/a", "http://192.168.1.5:8080/a",
        "http://172.16.0.1/a",
        "http://172.31.0.1/a", "http://169.254.0.1/a", "http://100.64.0.1/a",
        "http://100.127.0.1/a",
        "http://[::1]/a", "http://[0:0:0:0:0:0:0:1]/a", "http://[fe80::1]/a", "http://[febf::1]/a",
        "http://[fc00::1]/a", "http://[fdff::1]/a", "http://[::ffff:192.168.1.5]/a",
      ]),
    LintBranches(
      "secret-in-address", in: webhook,
      found: [
        "https://ann:key@example.org/a", "https://0123456789abcdef@example.org/a",
        "https://hooks.slack.com/services/T0/B0", "https://discord.com/api/webhooks/1/2",
        "https://discordapp.com/api/webhooks/1/2",
        "https://api.telegram.org/bot123456789/sendMessage",
        "https://outlook.office.com/webhook/1", "https://chat.googleapis.com/v1/spaces/1",
        "https://maker.ifttt.com/trigger/a/with/key/1", "https://a.hooks.slack.com/services/T0",
        "https://example.org/a?token=1", "https://example.org/a?TOKEN=1",
        "https://example.org/a?x=1&pin=2",
        "https://example.org/a?client_secret=1", "https://example.org/private-0123456789abcdef/a",
        "https://example.org/kJ8dQx2mZp4Lr7Tn9Wb3/a", "https://example.org/?x=kJ8dQx2mZp4Lr7Tn9Wb3",
        "https://example.org/0123456789abcdef0123456789abcdef",
      ],
      silent: [
        "https://ann@example.org/a", "https://ann:@example.org/a",
        "https://0123456789abcde@example.org/a",
        "https://hooks.slack.com/services", "https://slack.com/services/T0",
        "https://discord.com/api/1",
        "https://api.telegram.org/bot/sendMessage", "https://example.org/a?token=",
        "https://example.org/a?tokens=1", "https://example.org/private-0123456789a/a",
        "https://example.org/0123456789abcdef0123456789abcde",
        "https://example.org/123e4567-e89b-12d3-a456-426614174000",
        "https://example.org/my-very-long-folder-name-2024",
        "https://example.org/aaaaaaaaaaaaaaaaaa123",
      ]),
    LintBranches(
      "shell-in-command", in: program,
      found: [
        "sh -c ls", "/bin/bash -c ls", "zsh -lc ls", "dash -ec ls", "ksh -c ls", "fish -c ls",
        "ash -c ls", "csh -c ls",
        "tcsh -c ls", "pwsh -c ls", "busybox sh -c ls", "env bash -c ls", "sudo /usr/bin/read",
        "doas /usr/bin/read",
        "/usr/bin/read | /usr/bin/write", "/usr/bin/read $(date)", "/usr/bin/read `date`",
        "eval ls", "/tmp/read", "/var/tmp/read",
        "/dev/shm/read",
      ],
      silent: [
        "/usr/bin/read -c 5", "bash /opt/ann/read", "bash --color", "/opt/ann/sudo-read",
        "/usr/bin/read |x", "/usr/tmp/read",
        "/opt/ann/tmp/read",
      ]),
    LintBranches(
      "guessable-topic", in: "connect notifications to ntfy(\"…\")\nopp \"A\" on 7:00 notify \"x\"",
      found: [
        "https://ntfy.sh/kitchen", "https://www.ntfy.sh/kitchen", "https://ntfy.envs.net/kitchen",
        "https://ntfy.sh/mia-home-1", "https://ntfy.sh/x7Kq2",
      ],
      silent: [
        "https://ntfy.sh/x7Kq2pZ9", "https://ntfy.example.org/kitchen", "https://ntfy.sh/bcdfghjk",
      ]),
    // Style
    LintBranches(
      "count-for-any",
      found: [
        "count(tasks) > 0", "count(tasks) != 0", "count(tasks) >= 1", "count(tasks) == 0",
        "count(tasks) <= 0", "count(tasks) < 1",
        "0 < count(tasks)", "0 != count(tasks)", "1 <= count(tasks)", "0 == count(tasks)",
        "0 >= count(tasks)", "1 > count(tasks)",
      ],
      silent: [
        "count(tasks) > 1", "count(tasks) != 1", "count(tasks) >= 2", "count(tasks) == 1",
        "count(tasks) <= 1", "count(tasks) < 2",
        "1 < count(tasks)", "any(tasks)", "none(tasks)",
      ]),
    LintBranches(
      "comparison-with-true",
      found: [
        "raining == true", "raining != true", "raining == false", "raining != false",
        "raining is true", "raining is not true",
        "true == raining", "false != raining",
      ],
      silent: ["raining", "not raining"]),
    LintBranches(
      "negation-of-negation",
      found: [
        "not (not raining)", "not (sky == rain)", "not (sky != rain)", "not (sky is rain)",
        "not (sky is not rain)",
        "not (sky in [rain, snow])", "not (sky not in [rain, snow])",
      ],
      silent: [
        "not raining", "not (temp < 3C)", "not (temp > 3C)", "not (raining and snowing)",
        "sky not in [rain, snow]",
      ]),
    LintBranches(
      "two-comparisons-for-a-window",
      found: [
        "temp >= 3C and temp <= 9C", "temp <= 9C and temp >= 3C", "3C <= temp and temp <= 9C",
        "time >= 8:00 and time < 9:00",
        "wind >= 1m/s and wind <= 2m/s", "humidity >= 10% and humidity <= 20%", "a >= 1 and a <= 2",
      ],
      silent: [
        "temp > 3C and temp <= 9C", "temp >= 3C and temp < 9C", "time >= 8:00 and time <= 9:00",
        "time > 8:00 and time < 9:00",
        "temp >= 3C or temp <= 9C", "a >= 1 and b <= 2", "temp >= 3C and raining and temp <= 9C",
      ]),
    // Time
    LintBranches(
      "ends-at-midnight",
      found: [
        "time > sunset", "time >= sunset", "sunset < time", "sunset <= time", "time > dusk",
        "time > sunset - 1h", "time > sunset + 1h",
        "raining and time > sunset",
      ],
      silent: [
        "time < sunset", "time in sunset..sunrise", "time > sunrise", "time > dawn",
        "time > sunset or time < sunrise",
        "time > sunset and time < 23:00", "time > 20:00",
      ]),
    LintBranches(
      "last-hour-included",
      found: [
        "time.hour in 9..17", "time.hour >= 9 and time.hour <= 17",
        "time.hour > 9 and time.hour <= 17", "time.hour in 8..10",
      ],
      silent: [
        "time.hour in 0..5", "time.hour in 6..11", "time.hour in 9..16", "time.hour in 9..23",
        "time.hour >= 9 and time.hour < 17",
        "time.hour <= 17", "time.hour >= 9 or time.hour <= 17",
      ]),
    LintBranches(
      "twelve-am",
      found: [
        "time in 12am..5pm", "time in 12:00am..11am", "time in 9am..12am", "time in 5am..12:00am",
      ],
      silent: [
        "time in 12am..9am", "time in 12am..10am", "time in 10pm..12am", "time in 3am..12am",
        "time in 12pm..5pm",
      ]),
    LintBranches(
      "short-month",
      found: ["today.day == 30", "today.day == 31", "31 == today.day"],
      silent: [
        "today.day == 29", "today.day >= 30", "today.day == 30 and month == jan",
        "today.day == 31 and today.year == 2026",
      ]),
    LintBranches(
      "short-month", in: "let late = today.day == 31\nopp \"A\" on 18:00 when …",
      found: ["late", "late and time > 12:00", "late or weekday == mon"],
      silent: [
        "late and month == mar", "month in [jan, mar] and late", "late and today.year == 2026",
        "late and today > 2026-06-01",
      ]),
    LintBranches(
      "short-month", in: "let late = …\nopp \"A\" on 18:00 when late and raining",
      found: ["today.day == 30", "today.day == 31", "not (today.day == 31)"],
      silent: ["today.day == 29", "today.day == 31 and month == mar", "today.day >= 30"]),
    LintBranches(
      "impossible-date",
      found: [
        "today.day == 30 and month == feb", "today.day == 31 and month == apr", "today.day == 32",
        "today.day == 0", "time.hour == 24",
        "time.minute == 60", "today == 2027-05-15 and weekday == fri", "time.hour > 23",
      ],
      silent: [
        "today.day == 29 and month == feb", "today.day == 31 and month == may", "time.hour == 23",
        "time.minute == 59",
        "today == 2027-05-15 and weekday == sat", "time.hour >= 23",
      ]),
    LintBranches(
      "night-split-by-weekday",
      found: [
        "weekday == sat and time in 22:00..2:00", "weekday != sat and time in 22:00..2:00",
        "weekday in mon..sat and time in 22:00..2:00",
        "weekday in sat..sun and time in sunset..sunrise",
        "weekday in [fri, sat] and time in dusk..dawn",
        "not (weekday == sat) and time in 22:00..2:00", "time in sunset..2:00 and weekday == mon",
      ],
      silent: [
        "weekday == sat and time in 2:00..22:00", "weekday == sat and time in 22:00..0:00",
        "raining and time in 22:00..2:00",
        "weekday == sat or time in 22:00..2:00", "weekday == sat and time in sunrise..sunset",
        "weekday in mon..sun and time in 22:00..2:00",
        "weekday in wed..tue and time in 22:00..2:00",
      ]),
    LintBranches(
      "implausible-duration", in: "opp \"A\" when … at most once per day",
      found: [
        "temp > 20C for 15d", "raining for 0s", "raining within last 0s", "free >= 30s",
        "free > 1s",
      ],
      silent: [
        "temp > 20C for 14d", "raining for 1min", "raining within last 1min", "free >= 1min",
        "free < 30s",
      ]),
    LintBranches(
      "implausible-duration", in: "opp \"A\" when raining at most once per day snooze …",
      found: ["59s", "32d", "2678401s"], silent: ["1min", "60s", "31d", "2678400s"]),
    // Unknown
    LintBranches(
      "alarm-on-missing",
      found: [
        "(a otherwise 0) < 1", "(a otherwise 0) <= 0", "(a otherwise 9) > 1",
        "(a otherwise 1) >= 1", "(a otherwise 1) == 1",
        "(a otherwise 2) != 1", "1 > (a otherwise 0)", "1 == (a otherwise 1)",
        "(a otherwise 2) in 1..3", "on otherwise true",
        "not (on otherwise false)", "not ((a otherwise 2) < 1)",
      ],
      silent: [
        "(a otherwise 1) < 1", "(a otherwise 1) <= 0", "(a otherwise 1) > 1",
        "(a otherwise 0) >= 1", "(a otherwise 2) == 1",
        "(a otherwise 1) != 1", "1 > (a otherwise 1)", "(a otherwise 4) in 1..3",
        "on otherwise false", "not (on otherwise true)",
        "not ((a otherwise 0) < 1)", "a < 1",
      ]),
    // Tables
    LintBranches(
      "empty-list-is-unknown",
      found: [
        "max(tasks each level) < 3", "max(tasks each level) <= 3", "3 > max(tasks each level)",
        "min(tasks each level) > 3",
        "min(tasks each level) >= 3", "not (average(tasks each level) > 3)",
        "not (max(tasks each level) > 3)",
      ],
      silent: [
        "max(tasks each level) > 3", "min(tasks each level) < 3", "average(tasks each level) > 3",
        "3 < max(tasks each level)",
        "any(tasks) and max(tasks each level) < 3", "sum(tasks each level) < 3", "count(tasks) < 3",
      ]),
    // Texts
    LintBranches(
      "foreign-placeholder", in: "opp \"A\" on 7:00 notify \"It is …\"",
      found: ["$temp", "<temp>", "%temp%", "[temp]", "%s", "%d"],
      silent: ["{temp}", "$5", "<3", "5%", "[sic]", "$nothing_here"]),
    LintBranches(
      "heedful-contains",
      found: [
        "mode contains \"Milk\"", "mode starts with \"Milk\"", "mode ends with \"Milk\"",
        "lower(mode) contains \"Milk\"",
        "lower(mode) == \"Milk\"", "upper(mode) == \"MILk\"",
        "mode contains \"milk\" or mode contains \"MILK\"",
      ],
      silent: [
        "mode contains \"milk\"", "mode contains \"MILK\"", "lower(mode) contains \"milk\"",
        "upper(mode) == \"MILK\"", "mode == \"Milk\"",
      ]),
  ]
}
