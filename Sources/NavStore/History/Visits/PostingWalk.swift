/// Where the walks below get blocks from: the file, or a test.
protocol PostingSource {
  /// The last readable block of a list whose first number is at most `bound`.
  func block(of key: PostingTable.Key, startingAtMost bound: Int64) throws -> PostingBlock?

  /// The lists of one sort, of all that there are with a key in `keys`, that have a number of at
  /// most `bound`.
  func lists(
    of account: Int64, _ list: PostingTable.List, keys: ClosedRange<Int64>,
    startingAtMost bound: Int64
  ) throws -> [OpenedList]
}

/// A list that was found together with where it begins and ends.
struct OpenedList: Equatable {
  let key: PostingTable.Key

  /// Its smallest number.
  let lowest: Int64

  /// Its last block that begins within the bound; nil if that one is not readable.
  let block: PostingBlock?
}

/// One list, newest first. Reads the blocks that hold what is asked for, and no others.
struct PostingWalk<Source: PostingSource> {
  private let source: Source
  private let key: PostingTable.Key
  private let lowest: Int64
  private var block: PostingBlock?

  /// Those of `block`, once they were needed.
  private var numbers: [Int64]?

  init(_ source: Source, key: PostingTable.Key) {
    self.source = source
    self.key = key
    lowest = .min
  }

  init(_ source: Source, opened: OpenedList) {
    self.source = source
    key = opened.key
    lowest = opened.lowest
    block = opened.block
  }

  /// The largest number of at most `bound`. Bounds never grow from one call to the next.
  mutating func last(atMost bound: Int64) throws -> Int64? {
    guard bound >= lowest else { return nil }
    if block.map({ $0.first <= bound }) != true {
      block = try source.block(of: key, startingAtMost: bound)
      numbers = nil
    }
    guard let block, block.first <= bound else { return nil }
    if block.last <= bound { return block.last }
    let numbers = numbers ?? block.numbers
    self.numbers = numbers
    return numbers[numbers.partition(above: bound) - 1]
  }
}

extension [Int64] {
  /// How many of these ascending numbers, the first ones, are at most `bound`.
  fileprivate func partition(above bound: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// What one condition of a question asks for: a number that is in any of some lists.
enum PostingLists: Equatable {
  case these([PostingTable.Key])

  /// All lists of a sort with a key in a range, those of the days from one to another. Only those
  /// that are in the file cost anything.
  case all(PostingTable.List, of: Int64, keys: ClosedRange<Int64>)
}

/// Several lists as one, newest first: a heap by the largest number that each has left. The lists
/// need not follow each other: if the clock jumped, days do not.
struct UnionWalk<Source: PostingSource> {
  private let source: Source
  private let lists: PostingLists
  private var heap: [(number: Int64, walk: PostingWalk<Source>)] = []
  private var isOpen = false

  init(_ source: Source, _ lists: PostingLists) {
    self.source = source
    self.lists = lists
  }

  /// The largest number of at most `bound`. Bounds never grow from one call to the next.
  mutating func last(atMost bound: Int64) throws -> Int64? {
    if !isOpen { try open(atMost: bound) }
    while let top = heap.first, top.number > bound {
      if let number = try heap[0].walk.last(atMost: bound) {
        heap[0].number = number
      } else {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sink(0)
    }
    return heap.first?.number
  }

  /// Not before the first question: by then the other conditions may have passed most of it.
  private mutating func open(atMost bound: Int64) throws {
    isOpen = true
    let walks: [PostingWalk<Source>] =
      switch lists {
      case .these(let keys):
        keys.map { PostingWalk(source, key: $0) }
      case .all(let list, let account, let keys):
        try source.lists(of: account, list, keys: keys, startingAtMost: bound)
          .map { PostingWalk(source, opened: $0) }
      }
    for var walk in walks {
      if let number = try walk.last(atMost: bound) { heap.append((number, walk)) }
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      let left = 2 * index + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && heap[right].number > heap[left].number ? right : left
      guard heap[child].number > heap[index].number else { return }
      heap.swapAt(child, index)
      index = child
    }
  }
}

/// What all of several conditions have in common, newest first.
///
/// Each in turn is asked for its next number of at most what the others have agreed on, so the
/// rarest sets the pace and the others leap over what it lacks (leapfrog join,
/// [Veldhuizen 2014](https://openproceedings.org/2014/conf/icdt/Veldhuizen14.pdf)).
struct CommonWalk<Source: PostingSource> {
  private var conditions: [UnionWalk<Source>]

  /// `conditions`: at least one, the ones that are likely to be rare first.
  init(_ source: Source, _ conditions: [PostingLists]) {
    self.conditions = conditions.map { UnionWalk(source, $0) }
  }

  /// The largest number of at most `bound` that all have. Bounds never grow from one call to the
  /// next.
  mutating func last(atMost bound: Int64) throws -> Int64? {
    var bound = bound
    var agreeing = 0
    var index = 0
    guard !conditions.isEmpty else { return nil }
    while agreeing < conditions.count {
      guard let number = try conditions[index].last(atMost: bound) else { return nil }
      agreeing = number == bound ? agreeing + 1 : 1
      bound = number
      index = (index + 1) % conditions.count
    }
    return bound
  }
}
