// swift-tools-version: 6.3
import PackageDescription

/// One list of settings for every target, so that no module is judged more kindly than another.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A library target of the house: its imports point down only (see ARCHITECTURE.md); `others` are files that are
/// not of the library.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], others: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"] + others,
    swiftSettings: settings)
}

/// The tests of a module; `files` are folders without Swift: tables that tests read, tests in other languages.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], files: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["OppTestLimits"], path: "Tests/\(name)",
    exclude: files,
    swiftSettings: settings)
}

let package = Package(
  name: "opp",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "opp", targets: ["opp-tool"]),
    .library(name: "OppKit", targets: ["OppKit"]),
    .library(name: "OppKitFoundation", targets: ["OppKitFoundation"]),
    .library(name: "OppRuntime", targets: ["OppRuntime"]),
    // The library with the C ABI, libopp: `opp` itself is the name of the tool.
    .library(name: "opp-c", type: .dynamic, targets: ["LibOpp"]),
  ],
  traits: [
    .trait(
      name: "Relapses",
      description: "Switches on faults that were mended, for the simulator to find")
  ],
  targets: [
    module("OppSystem"),
    module("OppModel"),
    module("OppSyntax"),
    module("OppFormat", ["OppSyntax"]),
    module("OppSemantics", ["OppSyntax", "OppModel"]),
    module("OppEngine", ["OppModel"]),
    module("OppSession", ["OppEngine", "OppModel"]),
    module("OppReplay", ["OppEngine", "OppModel"]),
    module("OppJSON", ["OppModel"]),
    module("OppAnalysis", ["OppEngine", "OppModel"]),
    module("OppRecordings", ["OppEngine", "OppJSON", "OppModel"]),
    // libcurl, which is looked up when the first request is made. On macOS, where it is always there, it is linked.
    .target(
      name: "CCurl", exclude: ["README.md"],
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),
    module(
      "OppProviders",
      [
        "OppRecordings", "OppReplay", "OppSession", "OppEngine", "OppJSON", "OppModel",
        "OppSystem", "CCurl",
      ]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    module("OppStore", ["OppSession", "OppEngine", "OppModel", "OppSystem", "CSQLite"]),
    module("OppLint", ["OppSyntax", "OppFormat", "OppSemantics", "OppAnalysis", "OppModel"]),
    module(
      "OppLanguageServer",
      [
        "OppLint", "OppFormat", "OppSemantics", "OppSyntax", "OppEngine", "OppAnalysis", "OppJSON",
        "OppModel",
      ]),
    module(
      "OppOutputs",
      [
        "OppLint", "OppAnalysis", "OppRecordings", "OppReplay", "OppSession", "OppSemantics",
        "OppSyntax", "OppEngine", "OppJSON", "OppModel",
      ]),
    module(
      "OppKit",
      [
        "OppOutputs", "OppRecordings", "OppReplay", "OppSession", "OppFormat", "OppSemantics",
        "OppSyntax", "OppEngine", "OppModel",
      ]),
    module("OppWorker", ["OppKit", "OppJSON", "OppModel"]),
    module("OppKitFoundation", ["OppKit"]),
    module("OppRuntime", ["OppKit", "OppSession"]),
    // The header of the C library, which LibOpp implements.
    .systemLibrary(name: "COpp"),
    module("LibOpp", ["OppWorker", "OppKit", "OppRecordings", "OppSystem", "COpp"]),
    module(
      "OppWeb",
      [
        "OppLanguageServer", "OppOutputs", "OppLint", "OppRecordings", "OppReplay", "OppFormat",
        "OppSemantics", "OppSyntax", "OppEngine", "OppJSON", "OppModel",
      ], others: ["Host", "build"]),
    // The files of examples that `opp init` writes.
    .target(name: "CTemplates", exclude: ["README.md"]),
    module(
      "opp",
      [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppSession",
        "OppReplay", "OppRecordings", "OppProviders", "OppStore", "OppLint", "OppAnalysis",
        "OppJSON", "OppLanguageServer", "OppOutputs", "OppKit", "OppWorker", "OppSystem",
        "CTemplates",
      ], others: ["Executable"]),
    // The executable `opp`: a library can be run by the simulator, too.
    .executableTarget(
      name: "opp-tool", dependencies: ["opp", "OppOutputs", "OppSystem"],
      path: "Sources/opp/Executable", swiftSettings: settings),
    .executableTarget(
      name: "opp-benchmark",
      dependencies: [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppSession",
        "OppReplay", "OppLint", "OppRecordings", "OppProviders", "OppOutputs", "OppKit",
        "OppWorker",
        // What the planner is measured against is what it is tested against.
        "OppTesting",
      ],
      path: "Sources/OppBenchmark", exclude: ["README.md"], swiftSettings: settings),

    // The generator of the web site.
    .executableTarget(
      name: "opp-site",
      dependencies: [
        "OppSyntax", "OppSemantics", "OppProviders", "OppOutputs",
      ],
      path: "Sources/OppSite", exclude: ["README.md", "Assets", "build", "preview.mjs"],
      swiftSettings: settings),

    // What several test targets share: generators, the reference evaluator, golden files.
    .target(
      name: "OppTesting",
      dependencies: [
        "OppModel", "OppSyntax", "OppSemantics", "OppEngine", "OppSession", "OppReplay",
        "OppRecordings", "OppProviders", "OppJSON", "OppWorker",
      ],
      path: "Tests/OppTesting",
      // The reference evaluator walks every second. Nothing that a dependent builds contains it.
      swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // The limits of each test; apart from what the benchmark needs, which has no testing library.
    .target(name: "OppTestLimits", path: "Tests/OppTestLimits", swiftSettings: settings),
    // Tables of what arrives when and what comes of it, for the tests of the engine and of replays.
    .target(
      name: "OppTimelines",
      dependencies: [
        "OppModel", "OppSyntax", "OppSemantics", "OppEngine", "OppReplay", "OppProviders",
        "OppTesting",
      ],
      path: "Tests/OppTimelines", swiftSettings: settings),
    tests("OppSystem", ["OppSystem"]),
    tests(
      "OppModel", ["OppModel", "OppTesting"],
      files: [
        "Places/Tables", "Quantities/Tables/make_currencies.py", "Suns/Tables", "Times/Tables",
        "Values/Tables",
      ]),
    tests("OppSyntax", ["OppSyntax", "OppTesting"], files: ["Diagnostics/Tables"]),
    tests("OppFormat", ["OppFormat", "OppSemantics", "OppSyntax", "OppModel", "OppTesting"]),
    tests("OppSemantics", ["OppSemantics", "OppSyntax", "OppModel", "OppTesting"]),
    tests(
      "OppLint",
      ["OppLint", "OppFormat", "OppSemantics", "OppSyntax", "OppModel", "OppTesting"]),
    tests(
      "OppLanguageServer",
      [
        "OppLanguageServer", "OppLint", "OppFormat", "OppSemantics", "OppSyntax", "OppEngine",
        "OppAnalysis", "OppJSON", "OppModel", "OppTesting",
      ]),
    tests(
      "OppEngine",
      [
        "OppEngine", "OppSession", "OppReplay", "OppSemantics", "OppSyntax", "OppModel",
        "OppTesting", "OppTimelines",
      ],
      files: ["Evaluation/Tables"]),
    tests(
      "OppSession",
      [
        "OppSession", "OppEngine", "OppReplay", "OppProviders", "OppSemantics", "OppSyntax",
        "OppModel", "OppTesting", "OppTimelines",
      ]),
    tests(
      "OppReplay",
      [
        "OppReplay", "OppEngine", "OppSemantics", "OppSyntax", "OppModel", "OppTesting",
        "OppTimelines",
      ]),
    tests(
      "OppAnalysis",
      ["OppAnalysis", "OppEngine", "OppSemantics", "OppSyntax", "OppModel", "OppTesting"],
      files: ["Questions/Tables"]),
    tests("OppJSON", ["OppJSON"]),
    tests(
      "OppRecordings",
      ["OppRecordings", "OppProviders", "OppEngine", "OppJSON", "OppModel", "OppTesting"]),
    tests(
      "OppOutputs",
      [
        "OppOutputs", "OppRecordings", "OppReplay", "OppSession", "OppSemantics", "OppSyntax",
        "OppEngine", "OppModel", "OppTesting",
      ]),
    // By its public interface alone.
    tests(
      "OppWorker",
      [
        "OppWorker", "OppKit", "OppProviders", "OppSemantics", "OppSyntax", "OppSession",
        "OppEngine", "OppJSON", "OppModel", "OppTesting",
      ]),
    tests("OppKit", ["OppKit"], files: ["Tables"]),
    tests("OppKitFoundation", ["OppKitFoundation", "OppKit"], files: ["Tables"]),
    tests("OppRuntime", ["OppRuntime", "OppKit"], files: ["Tables"]),
    tests("LibOpp", ["LibOpp", "COpp", "OppWorker", "OppKit", "OppTesting"]),
    tests("OppWeb", ["OppWeb", "OppOutputs", "OppJSON", "OppSyntax", "OppModel"], files: ["Host"]),
    tests(
      "OppProviders",
      [
        "OppProviders", "OppRecordings", "OppReplay", "OppSession", "OppEngine", "OppSemantics",
        "OppModel", "OppTesting",
      ]),
    // What the tests of the store kill in the midst of its work.
    .executableTarget(
      name: "opp-store-writer", dependencies: ["OppStore", "OppSession", "OppEngine", "OppModel"],
      path: "Tests/StoreWriter", swiftSettings: settings),
    tests(
      "OppStore",
      [
        "OppStore", "OppSession", "OppEngine", "OppModel", "OppTesting", "CSQLite",
        "opp-store-writer",
      ]),
    tests(
      "Conformance",
      [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppReplay",
        "OppProviders", "OppStore", "OppOutputs", "OppTesting", "opp",
      ], files: ["Pages"]),
    tests(
      "EndToEnd",
      [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppSession",
        "OppReplay", "OppProviders", "OppStore", "OppLanguageServer", "OppOutputs", "OppTesting",
        "OppKit", "OppRuntime", "opp",
      ], files: ["Charts"]),
    // A world of one seed around `opp run`, and the program that lives through seeds and stories.
    .target(
      name: "OppSimulator",
      dependencies: [
        "OppModel", "OppSemantics", "OppEngine", "OppSession", "OppReplay", "OppProviders",
        "OppStore", "OppOutputs", "opp", "CSQLite", "CSimulatedDisk",
      ],
      path: "Tests/OppSimulator",
      exclude: ["README.md", "Relapses.md", "Stories", "Tests", "Tool"],
      swiftSettings: settings),
    // The disk of the simulator, below SQLite.
    .target(name: "CSimulatedDisk", dependencies: ["CSQLite"], path: "Tests/CSimulatedDisk"),
    .executableTarget(
      name: "opp-simulate", dependencies: ["OppSimulator"], path: "Tests/OppSimulator/Tool",
      swiftSettings: settings),
    .testTarget(
      name: "OppSimulatorTests", dependencies: ["OppSimulator", "OppModel", "OppTestLimits"],
      path: "Tests/OppSimulator/Tests", swiftSettings: settings),
    // The generators of the benchmark, and its yardstick.
    tests("OppBenchmark", ["opp-benchmark", "OppTesting"]),
    // The tool itself is run for the first page.
    tests(
      "OppSite",
      ["opp-site", "opp", "OppLint", "OppOutputs", "OppTesting"],
      files: ["browser.py", "queries.txt", "site.mjs"]),
    tests("House", ["OppTesting"], files: ["Mutants"]),
  ]
)
