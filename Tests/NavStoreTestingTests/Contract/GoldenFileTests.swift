import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite struct GoldenFileTests {
  let place: GoldenPlace

  init() throws {
    place = try GoldenPlace()
    try RouteContract.check(ShopRoute.samples, recording: .always, beside: place.testFile)
  }

  private func violation() throws -> RouteContract.Violation {
    let text = try place.text()
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(ShopRoute.samples, recording: .always, beside: place.testFile)
    }
    #expect(try place.text() == text, "A file with a violation is not changed")
    return violation
  }

  @Test(
    "A damaged file is a violation, and is not changed",
    arguments: [
      ("{\n", "<<<<<<< HEAD\n{", "damaged"),
      (#""version": 1"#, #""version": "one""#, "version"),
      (#""name": "cart","#, "", "\"name\" is missing in routes.0"),
      (#""payload": {"cart":{}},"#, "", "\"cart\" has no payload"),
      (#""format": 1"#, #""format": 2"#, "it has format 2, and format 1 is known"),
      (#""routes""#, #""paths""#, "\"routes\" is missing"),
    ])
  func damaged(old: String, new: String, words: String) throws {
    try place.replace(old, with: new)
    let violation = try violation()
    #expect(violation.findings.map(\.kind) == [.goldenFile])
    #expect(violation.description.contains(words), "\(violation)")
    #expect(violation.description.contains("version control"))
  }

  @Test("An empty file is damaged, not new")
  func empty() throws {
    try place.write("")
    #expect(try violation().findings.map(\.kind) == [.goldenFile])
  }

  @Test("A payload that was changed by hand is a violation, because it decodes to another value")
  func changedPayload() throws {
    try place.replace(#"{"id":7}"#, with: #"{"id":70}"#)
    let violation = try violation()
    #expect(violation.findings.map(\.kind) == [.valueChanged])
    #expect(violation.findings[0].names == ["product"])
    let message = violation.findings[0].message
    #expect(message.contains(#"stored: {"product":{"id":70}}, tag Shop, version 1"#))
    #expect(message.contains(#"now:    {"product":{"id":7}}, tag Shop, version 1"#))
    #expect(message.contains(#"// "id" was 70 and is 7 now."#))
  }

  @Test("A history key that was changed by hand is a violation")
  func changedHistoryKey() throws {
    try place.replace("Shop.product#7", with: "Shop.product#8")
    let violation = try violation()
    #expect(violation.findings.map(\.kind) == [.historyChanged])
    #expect(violation.description.contains("stored: Shop.product#8, kind product"))
    #expect(violation.description.contains("now:    Shop.product#7, kind product"))
  }

  @Test("A version above the current version is a violation")
  func newerVersion() throws {
    try place.replace(#""version": 1"#, with: #""version": 9"#)
    let violation = try violation()
    #expect(violation.findings.map(\.kind) == [.newerVersion, .newerVersion, .newerVersion])
    #expect(
      violation.description.contains(
        #"static let coding = NavCoding<ShopRoute>.codable(name: "Shop", version: 9)"#))
  }

  @Test("The layout and the order of the file don't matter")
  func reformatted() throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: place.url()))
    let compact = try JSONSerialization.data(withJSONObject: object)
    let pretty = try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
    for data in [compact, pretty] {
      try data.write(to: place.url())
      let outcome = try RouteContract.check(
        ShopRoute.samples, recording: .never, beside: place.testFile)
      #expect(outcome.change == .unchanged)
    }
  }

  @Test("Numbers and strings in a payload keep their exact text")
  func exactPayload() throws {
    let text = #"{"a":18446744073709551615,"b":1.10,"c":"ü \"/\" \\u{7}","d":[true,null,-0]}"#
    let payload = try JSONText(Array(text.utf8))
    #expect(payload.text == text)
    let entry = GoldenFile.Entry(
      name: "x \"/\" é\n", tag: "T", version: 3, payload: payload, historyKey: "k\\",
      historyKind: "")
    #expect(try GoldenFile(GoldenFile(entries: [entry]).data).entries == [entry])
  }

  @Test("Members of an object have no order, and elements of an array have one")
  func equality() throws {
    func json(_ text: String) throws -> JSONText { try JSONText(Array(text.utf8)) }
    #expect(try json(#"{"a":1,"b":[1,2]}"#) == json(#" { "b" : [1 , 2], "a":1 } "#))
    #expect(try json("[1,2]") != json("[2,1]"))
    #expect(try json("[1,[3,2]]").unordered == json("[[2,3],1]").unordered)
    #expect(throws: DecodingError.self) { try json("[1,2") }
  }
}
