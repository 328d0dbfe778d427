import Foundation
import Testing

@testable import NavStoreTool

@Suite struct TextTests {
  @Test("JSON escapes text that could end a script, and is decoded to the same text")
  func escapes() throws {
    let text = "</script> & \"\\ \u{0}\u{1B}\n é 👩‍👩‍👧‍👦 \u{2028}"
    let json = JSON.object([("a", .array([.string(text), .null, .bool(true), .integer(-3)]))])
    #expect(!json.text().contains("<"))
    for written in [json.text(), json.text(indented: true)] {
      let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: [Any]]
      #expect(read?["a"]?.first as? String == text)
    }
  }

  @Test("Control characters are escaped for a terminal")
  func isPrintable() {
    #expect("a\u{1B}[2J\n\u{202E}b".printable == "a\\u{1b}[2J\\u{a}\\u{202e}b")
    #expect("Grüße 👋".printable == "Grüße 👋")
  }

  @Test("Ages are parsed as ages and as moments", arguments: ["90m", "12h", "7d", "2w"])
  func readsAges(_ text: String) throws {
    let age = try #require(Age(argument: text))
    #expect(age.seconds > 0)
    #expect(Moment(argument: text) != nil)
  }

  @Test(
    "Invalid ages and dates are refused",
    arguments: ["", "d", "-1d", "7", "7y", "99999999999999w", "2026-13-01"])
  func refusesAges(_ text: String) {
    #expect(Moment(argument: text) == nil)
  }

  @Test("A date means midnight UTC")
  func readsDates() {
    #expect(Moment(argument: "2026-01-31")?.date.timeIntervalSince1970 == 1_769_817_600)
    #expect(Moment(argument: "2026-01-31T00:00:10Z")?.date.timeIntervalSince1970 == 1_769_817_610)
    #expect(Times.text(milliseconds: 1_769_817_610_999) == "2026-01-31T00:00:10Z")
    #expect(Times.text(milliseconds: .max) == "\(Int64.max) ms")
  }

  @Test("Lists of top visits are decoded, and invalid lists are refused")
  func readsLists() {
    #expect(StackList.tips([1, 0, 2, 4, 1]) == [0, 1, 3, 2])
    #expect(StackList.tips([1, 0x80, 0x01]) == [64])
    for bytes: [UInt8] in [[], [1], [2, 0], [1, 0x80], [1] + Array(repeating: 0xFF, count: 12)] {
      #expect(StackList.tips(bytes) == nil)
    }
  }

  @Test(
    "A route without a title is labeled with its case and its values",
    arguments: [
      (#"{"product":{"id":7,"isNew":true}}"#, "product 7 true"), (#""plain""#, "product plain"),
      (#"{"b":[1,{"a":"x"}],"a":2.5,"c":null}"#, "product 2.5 1 x"), ("no JSON", "product no JSON"),
      ("{}", "product"),
    ])
  func labels(_ payload: String, _ label: String) {
    var route = InspectorTable.Route(
      id: 1, item: 1, key: "", title: nil, kind: "product", tag: "Shop", version: 1,
      payload: payload)
    #expect(RouteLabel.text(route) == label)
    route = InspectorTable.Route(
      id: 1, item: 1, key: "", title: "Title", kind: "product", tag: "Shop", version: 1,
      payload: payload)
    #expect(RouteLabel.text(route) == "Title")
  }

  @Test("Texts are shortened by visible characters")
  func shortens() {
    #expect("abc".shortened(to: 3) == "abc")
    #expect("abcd".shortened(to: 3) == "ab…")
    let long = String(repeating: "e\u{301}", count: 100_000)
    #expect(long.shortened(to: 10).count == 10)
  }
}
