/// A name, an option or a proposal that is wrong
package struct SketchProblem: Error {
  package let message: String
  package let help: String?

  package init(message: String, help: String?) {
    self.message = message
    self.help = help
  }
}
