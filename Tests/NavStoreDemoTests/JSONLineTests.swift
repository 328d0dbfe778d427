import Foundation
import Testing

@testable import navstore_demo

@Suite struct JSONLineTests {
  @Test("Any string is encoded without loss, on one line")
  func strings() throws {
    let texts = [
      "/a/b", "\"", "\\", "/a\nb\tc\r", "\u{0}\u{1}\u{1F}\u{7F}", "é e\u{301} 日本 👩‍👩‍👧", "\u{2028}",
    ]
    for text in texts {
      let json = JSONValue.string(text).text
      #expect(!json.utf8.contains(UInt8(ascii: "\n")))
      let read = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      // Compares Unicode scalars, because `==` treats the composed and the decomposed é as equal.
      #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    }
    #expect(JSONValue.string("/a/b").text == "\"/a/b\"")
  }

  @Test("Members keep their order, and an error is last")
  func order() {
    var report = Report(
      command: "recent", scene: "main", stack: ["/a"], entries: ["/", "/a"], index: 1,
      detail: .rows([
        .init(path: "/a", visits: 1, depth: 1, visitedAt: Date(timeIntervalSince1970: 0))
      ]))
    report.error = "disk"
    #expect(
      report.json.text
        == #"{"command":"recent","ok":false,"scene":"main","stack":["/a"],"entries":["/","/a"],"#
        + #""index":1,"items":[{"path":"/a","visits":1,"depth":1,"time":0}],"error":"disk"}"#)
  }

  @Test("A command without an effect has ok false and a reason, and no error")
  func refusal() {
    var report = Report(command: "back", scene: "s", stack: [], entries: ["/"], index: 0)
    report.refusal = "There is nothing to go back to."
    #expect(
      report.json.text
        == #"{"command":"back","ok":false,"scene":"s","stack":[],"entries":["/"],"index":0,"#
        + #""reason":"There is nothing to go back to."}"#)
  }

  @Test("Numbers have one decimal")
  func numbers() {
    #expect(JSONValue.decimal(26.449).text == "26.4")
    #expect(JSONValue.decimal(.nan).text == "0.0")
  }
}
