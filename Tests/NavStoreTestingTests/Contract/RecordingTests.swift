import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite struct RecordingTests {
  let place: GoldenPlace

  init() throws { place = try GoldenPlace() }

  @Test("The first run writes a readable golden file, and the second run changes nothing")
  func firstAndSecondRun() throws {
    let first = try RouteContract.check(
      ShopRoute.samples, recording: .always, beside: place.testFile)
    #expect(first.change == .written)
    #expect(first.file.path == place.url().path)
    #expect(first.added == ["category", "product", "cart"])
    // The message has this setting, because SwiftPM warns about a folder that no target mentions.
    #expect(first.description.contains(#"exclude: ["__NavRoutes__"]"#))
    let text = try place.text()
    #expect(
      text == """
        {
          "format": 1,
          "routes": [
            {
              "historyKey": "Shop.cart{}",
              "historyKind": "cart",
              "name": "cart",
              "payload": {"cart":{}},
              "tag": "Shop",
              "version": 1
            },
            {
              "historyKey": "Shop.category{\\"_0\\":\\"shoes\\"}",
              "historyKind": "category",
              "name": "category",
              "payload": {"category":{"_0":"shoes"}},
              "tag": "Shop",
              "version": 1
            },
            {
              "historyKey": "Shop.product#7",
              "historyKind": "product",
              "name": "product",
              "payload": {"product":{"id":7}},
              "tag": "Shop",
              "version": 1
            }
          ]
        }

        """)

    let second = try RouteContract.check(
      ShopRoute.samples.reversed(), recording: .always, beside: place.testFile)
    #expect(second.change == .unchanged)
    #expect(second.added.isEmpty && second.evolved.isEmpty)
    #expect(try place.text() == text)
  }

  @Test("A golden file at any path is written with its folder")
  func goldenFile() throws {
    let url = place.url("deeper/routes.json")
    #expect(
      try RouteContract.check(ShopRoute.samples, golden: url, recording: .always).change
        == .written)
    #expect(
      try RouteContract.check(ShopRoute.samples, golden: url, recording: .never).change
        == .unchanged)
  }

  @Test("A golden file that can't be written is a violation")
  func unwritable() throws {
    let blocked = place.url().deletingLastPathComponent()
    try Data().write(to: blocked)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(ShopRoute.samples, recording: .always, beside: place.testFile)
    }
    #expect(violation.findings.map(\.kind) == [.goldenFile])
  }

  @Test("A new sample is added to the file, and existing entries are kept")
  func addedSample() throws {
    try check(ShopRoute.samples)
    let outcome = try check([.product(id: 8), .cart, .product(id: 7), .category("shoes")])
    #expect(outcome.change == .extended)
    #expect(outcome.added == ["product 2"])
    #expect(outcome.description.contains("New samples: product 2."))
    let golden = try GoldenFile(Data(contentsOf: place.url()))
    #expect(golden.entries.map(\.name) == ["cart", "category", "product", "product 2"])
    #expect(golden.entries[2].payload.text == #"{"product":{"id":7}}"#)
    #expect(golden.entries[3].payload.text == #"{"product":{"id":8}}"#)
  }

  @Test("In CI, a missing file is a violation and is not written")
  func missingInCI() throws {
    let violation = try #require(throws: RouteContract.Violation.self) {
      try check(ShopRoute.samples, recording: .never)
    }
    #expect(violation.findings.map(\.kind) == [.notRecorded])
    #expect(violation.description.contains("is missing"))
    #expect(violation.description.contains("commit \(place.url().path)"))
    #expect(place.files.isEmpty)
  }

  @Test("In CI, a sample that is missing in the file is a violation that names it")
  func extendedInCI() throws {
    try check(ShopRoute.samples)
    let text = try place.text()
    let violation = try #require(throws: RouteContract.Violation.self) {
      try check(ShopRoute.samples + [.product(id: 8)], recording: .never)
    }
    #expect(violation.findings.map(\.names) == [["product 2"]])
    #expect(violation.description.contains("lacks product 2"))
    #expect(try place.text() == text)
  }

  @Test(
    "The environment determines whether a run is in CI",
    arguments: [
      (nil, true), ("", true), ("false", true), ("0", true), ("true", false), ("1", false),
      ("woodpecker", false),
    ])
  func environment(value: String?, isAllowed: Bool) {
    let environment = value.map { ["CI": $0] } ?? [:]
    #expect(RouteContract.Recording.outsideCI.isAllowed(in: environment) == isAllowed)
    #expect(RouteContract.Recording.always.isAllowed(in: environment))
    #expect(!RouteContract.Recording.never.isAllowed(in: environment))
  }

  @Test("A tag is escaped to a valid file name")
  func fileNames() {
    #expect(GoldenFolder.fileName(forTag: "Auth.Route") == "Auth.Route.json")
    #expect(GoldenFolder.fileName(forTag: "../a:b") == "%2E.%2Fa%3Ab.json")
    #expect(GoldenFolder.fileName(forTag: "é\u{1}") == "%C3%A9%01.json")
  }

  @discardableResult
  private func check(
    _ samples: [ShopRoute], recording: RouteContract.Recording = .always
  ) throws -> RouteContract.Outcome {
    try RouteContract.check(samples, recording: recording, beside: place.testFile)
  }
}
