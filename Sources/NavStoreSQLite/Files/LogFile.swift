/// The content of a WAL, in frames with a valid checksum.
package struct LogFile {
  package let pageSize: Int

  /// The application id in the database's page 1, as it is in the WAL. `nil` if the WAL lacks that
  /// page, or the page isn't a database's.
  package private(set) var applicationID: Int32?

  /// The numbers of the pages in the WAL.
  package private(set) var pages: Set<UInt32> = []

  /// Reads the WAL up to its end or its first invalid frame. `read` returns exactly `count` further
  /// bytes, or `nil`.
  package init?(_ read: (_ count: Int) -> [UInt8]?) {
    guard let header = read(32) else { return nil }
    let magic = header.number(at: 0)
    guard magic | 1 == 0x377F_0683 else { return nil }
    pageSize = Int(header.number(at: 8))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    var sums = Checksum(isBigEndian: magic & 1 == 1)
    sums.add(header[..<24])
    guard sums.isWritten(in: header, at: 24) else { return nil }
    while let frame = read(24 + pageSize), frame[8..<16] == header[16..<24] {
      sums.add(frame[..<8])
      sums.add(frame[24...])
      guard sums.isWritten(in: frame, at: 16) else { return }
      let page = frame.number(at: 0)
      if page == 1 { applicationID = FileHeader(frame[24...]).applicationID }
      pages.insert(page)
    }
  }

  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for place in stride(from: 0, to: bytes.count - 7, by: 8) {
          first &+= word(bytes, place) &+ second
          second &+= word(bytes, place + 4) &+ first
        }
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func isWritten(in bytes: [UInt8], at place: Int) -> Bool {
      bytes.number(at: place) == first && bytes.number(at: place + 4) == second
    }
  }
}

extension [UInt8] {
  /// Four bytes, big-endian, from inside the array.
  fileprivate func number(at place: Int) -> UInt32 {
    self[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
