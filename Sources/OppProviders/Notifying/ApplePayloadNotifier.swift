internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppSystem

/// `apns_payload(file)`: the payloads of Apple's push service, a line a notification, for a program that sends them
///
/// ```json
/// {"aps":{"alert":{"title":"Walk","body":"It is sunny"},…},"opp":{"id":"2026-06-21T12:00:00Z/Walk",…}}
/// ```
struct ApplePayloadNotifier: Notifier {
  let name: String

  /// The file, resolved from the folder of the rules
  private let path: String

  /// For messages
  private let file: String

  /// Only the owner may read the notifications of a person
  private static let permissions: mode_t = 0o600

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "apns_payload", "Writes notifications as payloads for Apple devices.", serves: [.notifications],
    options: [.text("file", isRequired: true)],
    notifier: { settings throws(ConnectorProblem) in try ApplePayloadNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    name = settings.name
    path = try settings.path("file")
    file = settings.options.text("file") ?? "the file"
  }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    let payload = ApplePayload.json(
      title: notice.title, text: notice.text, isUrgent: notice.isUrgent, id: notice.id,
      at: notice.at, expires: notice.expires, recipients: notice.recipients,
      members: try notice.payloadMembers(reserved: ApplePayload.reservedNames))
    let size = payload.utf8.count
    guard size <= ApplePayload.maximumSize else {
      throw DeliveryFailure(
        "the notification takes \(size) bytes, and Apple takes at most \(ApplePayload.maximumSize)",
        isFinal: true)
    }
    try append(Array((payload + "\n").utf8))
  }

  /// Appends a line with one call, so that lines of several writers never mix
  private func append(_ line: [UInt8]) throws(DeliveryFailure) {
    let descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, Self.permissions)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    let count = writeBytes(descriptor, line)
    guard count >= 0 else { throw failure() }
    guard count == line.count else { throw DeliveryFailure("\(file) took only part of a line") }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
  }

  /// The failure that `errno` means now
  private func failure() -> DeliveryFailure {
    DeliveryFailure("\(file) cannot be written to: \(String(cString: strerror(errno)))")
  }
}

/// Writes all of it with one call of the C library
private func writeBytes(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
