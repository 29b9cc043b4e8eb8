@testable package import OppEngine

/// Indices as plain numbers in the tables of tests
extension TypedIndex {
  package init(integerLiteral value: Int32) { self.init(index: value) }
}

extension InstanceID: ExpressibleByIntegerLiteral {}
extension TemplateID: ExpressibleByIntegerLiteral {}
extension RowIndex: ExpressibleByIntegerLiteral {}
extension OppID: ExpressibleByIntegerLiteral {}
extension ObjectID: ExpressibleByIntegerLiteral {}
extension TopID: ExpressibleByIntegerLiteral {}
