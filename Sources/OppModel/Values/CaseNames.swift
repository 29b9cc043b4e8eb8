/// The names of the cases that the language itself has
package enum CaseNames {
  /// `mon` to `sun`, at the values of Weekday
  package static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// `jan` to `dec`, at the values of Month less one
  package static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static let wholeWeekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  package static let wholeMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The name at a value, which is beyond the list only if something else is wrong
  static func name(_ names: [String], at index: Double) -> String {
    let position = Int(Rounding.floor(index))
    guard names.indices.contains(position) else { return DecimalText.shortest(index) }
    return names[position]
  }
}
