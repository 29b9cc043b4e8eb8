// swift-tools-version: 6.3
import PackageDescription

/// A program that has Opp inside: it depends on the checkout around it
let package = Package(
  name: "embed",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "opp", path: "../..")],
  targets: [
    .target(
      name: "Embedding",
      dependencies: [
        .product(name: "OppKit", package: "opp"),
        .product(name: "OppKitFoundation", package: "opp"),
      ],
      resources: [.copy("Rules/lunch.opp")]),
    .executableTarget(name: "embed", dependencies: ["Embedding"]),
    .testTarget(
      name: "EmbeddingTests",
      dependencies: ["Embedding", .product(name: "OppKit", package: "opp")]),
  ],
  swiftLanguageModes: [.v6]
)
