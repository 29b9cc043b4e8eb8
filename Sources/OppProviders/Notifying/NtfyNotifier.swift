internal import OppEngine
internal import OppModel
internal import OppSession

/// `ntfy("https://ntfy.example.org/topic")`: a push notification by ntfy
///
/// It is published as JSON (https://docs.ntfy.sh/publish/#publish-as-json), sent to the server with the topic
/// inside: the other way, a title is a header, and headers are not made for letters beyond ASCII.
///
/// ```json
/// {"topic":"hook","title":"Spaß","message":"Sonne ☀️","priority":5,"tags":["ada"],"sequence_id":"…"}
/// ```
struct NtfyNotifier: Notifier {
  let name: String

  /// The address without the topic: `https://ntfy.example.org/`
  private let server: WebAddress

  /// The last part of the address's path
  private let topic: String

  /// `true` if the address is `env("…")`: a topic that cannot be guessed is as good as a password
  private let isSecretAddress: Bool

  /// An access token; nil for a server, or a topic, open to everybody
  private let token: Secret?

  /// The address to which the buttons of a notification report that they were pressed; nil for none
  private let actions: WebAddress?
  private let web: WebClient

  /// The longest text that ntfy takes before it makes a file of it, in bytes
  static let longestText = 4096

  /// The highest; without a priority, ntfy takes the usual 3
  private static let urgentPriority = "5"

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "ntfy", "Sends notifications through ntfy.", serves: [.notifications],
    options: [.text("url", isRequired: true), .secret("token"), .text("actions")],
    notifier: { settings throws(ConnectorProblem) in try NtfyNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    name = settings.name
    let address = try settings.address("url")
    guard let topic = address.path.split(separator: "/").last,
      let server = address.resolving("./"), !address.path.hasSuffix("/")
    else {
      throw ConnectorProblem("the option `url` of ntfy() does not end with the name of a topic")
    }
    self.server = server
    self.topic = String(topic)
    isSecretAddress = settings.options.secret("url") != nil
    token = settings.options.secret("token")
    actions = settings.text("actions") == nil ? nil : try settings.address("actions")
    web = settings.web
  }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    var request = WebRequest(.post, server, text: body(notice), type: "application/json")
    if isSecretAddress { request.markSecret() }
    if let token { request.authorize(bearer: token) }
    let response = try await web.deliver(request)
    if response.isPage {
      throw DeliveryFailure(
        "\(server.host) responded with a page: it is no ntfy server",
        remedy: "Check the address")
    }
  }

  /// The JSON of a notice; members without a value are left out
  private func body(_ notice: Notice) -> String {
    Notice.object([
      ("topic", Notice.json(topic)), ("title", Notice.json(notice.title)),
      ("message", Notice.json(Self.shortened(notice.text))),
      ("priority", notice.isUrgent ? Self.urgentPriority : nil),
      ("tags", notice.recipients.isEmpty ? nil : Notice.json(notice.recipients)),
      ("sequence_id", Notice.json(Self.sequence(notice.id))),
      ("actions", actions.map { Self.buttons($0, notice.id) }),
    ])
  }

  /// A message of the same sequence takes the place of the one before
  /// (https://docs.ntfy.sh/publish/#updating-deleting-notifications): a second delivery is not shown twice
  ///
  /// At most 64 letters, digits, `-` and `_`: a fingerprint of the identity.
  static func sequence(_ id: String) -> String {
    var hasher = FingerprintHasher()
    hasher.add(id)
    return hasher.fingerprint.text
  }

  /// https://docs.ntfy.sh/publish/#send-http-request: at most three
  ///
  /// The button and the firing are named in the body, so that a topic of ntfy will do as an address.
  private static func buttons(_ base: WebAddress, _ id: String) -> String {
    let buttons = [("Snooze", "snooze"), ("Done", "done"), ("Dismiss", "dismiss")].map {
      label, word in
      Notice.object([
        ("action", Notice.json("http")), ("label", Notice.json(label)),
        ("url", Notice.json(base.text)), ("method", Notice.json("POST")),
        ("body", Notice.json(word + " " + id)), ("clear", "true"),
      ])
    }
    return "[" + buttons.joined(separator: ",") + "]"
  }

  /// The beginning of a text that is too long, up to a whole character
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    // A character may have several code points, 👩‍👧 has 11 bytes: it is cut before one, never within.
    var size = "…".utf8.count
    var end = text.startIndex
    for index in text.indices {
      size += text[index].utf8.count
      if size > longestText { break }
      end = text.index(after: index)
    }
    return text[..<end] + "…"
  }
}
