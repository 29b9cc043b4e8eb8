internal import CCurl

/// The authorities whose certificates are trusted
///
/// Those of the machine, or the file that `SSL_CERT_FILE` names. On Debian the folder `/etc/ssl/certs` counts beside it, so
/// that public services stay trusted. Nothing turns the check off.
struct WebTrust: Sendable {
  /// The path of a file of certificates; `nil` for the machine's own
  let file: String?

  /// `true` if the rules name the file, with the option `ca`
  let isOwn: Bool

  /// - Parameter file: the path of a file of certificates, which is trusted beside the machine's own.
  init(file: String) {
    self.file = file
    isOwn = true
  }

  init(variable: (String) -> String?) {
    file = variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    isOwn = false
  }

  /// The authorities of a connection that may name its own with `ca`
  init(_ settings: ConnectorSettings) {
    self = settings.text("ca").map { WebTrust(file: settings.path(of: $0)) } ?? settings.web.trust
  }

  func apply(to handle: borrowing CurlHandle) {
    if let file { handle.set(CURLOPT_CAINFO, file) }
  }
}
