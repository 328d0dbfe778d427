/// Objects in the order in which they were added, each once.
///
/// The list nearly always has one element. A linear search in up to ``fewest`` elements is faster
/// than hashing.
struct IdentityList<Element: AnyObject> {
  private(set) var elements: [Element] = []

  /// The index of each element; empty unless there are more than ``fewest`` elements.
  private var places: [ObjectIdentifier: Int] = [:]
  private static var fewest: Int { 8 }

  var isEmpty: Bool { elements.isEmpty }

  func contains(_ element: Element) -> Bool { place(of: element) != nil }

  func place(of element: Element) -> Int? {
    elements.count > Self.fewest
      ? places[ObjectIdentifier(element)] : elements.firstIndex { $0 === element }
  }

  /// Removes all elements. Keeps the memory for up to ``fewest`` elements, so that adding the next
  /// elements usually allocates none.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: elements.count <= Self.fewest)
    places.removeAll()
  }

  /// Adds `element` if the list doesn't contain it.
  mutating func append(_ element: Element) {
    guard !contains(element) else { return }
    elements.append(element)
    guard elements.count > Self.fewest else { return }
    let new = places.isEmpty ? 0 : elements.count - 1
    for place in new..<elements.count { places[ObjectIdentifier(elements[place])] = place }
  }
}
