package import OppLint
internal import OppSyntax

/// Prints the settings that hold, and from where
///
/// It can be saved as an `.opplint`: comments name the origins.
///
/// ```
/// # from rules/.opplint
/// [rules]
/// never-true = warning
/// uneven-every = off  # rules/.opplint
/// [options]
/// fires-too-often.per-day = 10
/// ```
package struct LintSettingsOutput {
  package let settings: LintSettings

  /// The `.opplint` that was read
  package let path: String?

  package init(settings: LintSettings, path: String?) {
    self.settings = settings
    self.path = path
  }

  /// Prints the levels of all rules and the numbers of all options, in the order of the catalogue
  package func show(_ console: Console) {
    console.line("# \(path.map { "from \($0)" } ?? "no .opplint; the defaults")")
    console.line("[rules]")
    for rule in LintCatalogue.rules {
      let level = settings.level(of: rule, file: nil)
      let name = level?.name ?? rule.severity.name
      console.line("\(rule.name) = \(name)\(origin(of: rule).map { "  # \($0)" } ?? "")")
    }
    console.line("[options]")
    for rule in LintCatalogue.rules {
      for option in rule.page.options {
        let value = option.unit.text(settings.value(of: option, in: rule.name))
        let name = "\(rule.name).\(option.name)"
        let isSet = settings.options[name] != nil
        console.line("\(name) = \(value)\(isSet ? "  # \(path ?? "")" : "")")
      }
    }
  }

  /// The origin of a rule's level; nil for the rule itself
  private func origin(of rule: LintRule) -> String? {
    // The level of the command line goes before that of the file.
    let names = [rule.name, rule.category.name]
    if names.contains(where: { settings.commandLevels[$0] != nil }) || settings.selected != nil {
      return "command line"
    }
    return names.contains { settings.levels[$0] != nil } ? path : nil
  }
}
