/// Objects in the order in which they came, each once.
///
/// Few, nearly always one: a look through them is quicker than hashing, until they are more.
struct IdentityList<Element: AnyObject> {
  private(set) var elements: [Element] = []

  /// Where each of them is, once they are more than ``fewest``.
  private var places: [ObjectIdentifier: Int] = [:]
  private static var fewest: Int { 8 }

  init() {}

  init(_ elements: [Element]) {
    for element in elements { append(element) }
  }

  var isEmpty: Bool { elements.isEmpty }

  func contains(_ element: Element) -> Bool { place(of: element) != nil }

  func place(of element: Element) -> Int? {
    elements.count > Self.fewest
      ? places[ObjectIdentifier(element)] : elements.firstIndex { $0 === element }
  }

  /// Empties it. Room for a few stays: the usual next ones ask for no memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: elements.count <= Self.fewest)
    places = [:]
  }

  /// Adds `element`, unless it is there.
  mutating func append(_ element: Element) {
    guard !contains(element) else { return }
    elements.append(element)
    guard elements.count > Self.fewest else { return }
    let new = places.isEmpty ? 0 : elements.count - 1
    for place in new..<elements.count { places[ObjectIdentifier(elements[place])] = place }
  }
}
