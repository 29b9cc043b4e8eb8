internal import OppEngine
internal import OppSession

extension FetchFailure {
  /// A line for people about something that is no loss, such as a message that cannot be read
  func note(of provider: String) -> String {
    "\(provider): \(reason)" + (remedy.map { ". \($0)." } ?? "")
  }
}
