import Foundation
import Testing

@testable import NavStoreInspection

@Suite("JSON on one line")
struct JSONCheckTests {
  @Test(
    "JSON on one line is distinguished from other text",
    arguments: [
      ("{}", true), ("[]", true), ("null", true), (#""""#, true), ("-0.5e+10", true),
      (#"{"a":[1,{"b":null},"\u00e9\n"],"c":true}"#, true), ("0", true), ("[[],{}]", true),
      ("", false), ("{", false), ("[1,]", false), ("{,}", false), (#"{"a"}"#, false),
      (#"{"a":1,}"#, false), ("[1}", false), ("{}{}", false), ("01", false), ("1.", false),
      ("1e", false), ("-", false), ("tru", false), ("nul", false), ("\"\n\"", false),
      ("{\n}", false), (#""\x""#, false), (#""\u12g4""#, false), (#""\ud800""#, false),
      (#"""#, false), ("]", false), ("[", false), ("1 2", false), ("+1", false), ("NaN", false),
    ])
  func json(_ text: String, _ isValue: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes { JSONCheck.isValue($0) } == isValue)
  }

  @Test("The output of the encoder is JSON, and a prefix of the output is not")
  func encoded() throws {
    let coder = JSONEncoder()
    for number in 0..<200 {
      let route = AppRoute.book(id: "\(number)", title: "A \"title\" \n \(number * number) é\u{1}")
      let bytes = Array(try coder.encode(route))
      #expect(bytes.withUnsafeBytes { JSONCheck.isValue($0) })
      for end in 0..<bytes.count {
        #expect(!bytes[..<end].withUnsafeBytes { JSONCheck.isValue($0) })
      }
    }
    let deep = Array(repeating: UInt8(ascii: "["), count: 1 << 20)
    #expect(!deep.withUnsafeBytes { JSONCheck.isValue($0) })
  }
}
