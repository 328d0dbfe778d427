/// A small library of places for the user to open. A path that is not in the library can be opened
/// as a screen, too.
enum Places {
  static let titles: [(path: String, title: String)] = [
    ("/lisbon", "Lisbon, city of seven hills"),
    ("/lisbon/tram-28", "Tram 28 through the Alfama"),
    ("/lisbon/belem", "Belém and its tower"),
    ("/lisbon/fado", "A fado bar in Mouraria"),
    ("/kyoto", "Kyoto, the old capital"),
    ("/kyoto/gion", "Gion at dusk"),
    ("/kyoto/fushimi-inari", "Fushimi Inari, a thousand gates"),
    ("/kyoto/nishiki", "Nishiki market"),
    ("/rome", "Rome, where the roads lead"),
    ("/rome/forum", "The Forum in the morning"),
    ("/rome/trastevere", "Trastevere, dinner at nine"),
    ("/rome/ostia", "Ostia, the harbour that silted up"),
    ("/cairo", "Cairo, mother of the world"),
    ("/cairo/khan", "Khan el-Khalili, a market of 1382"),
    ("/cairo/giza", "Giza before the buses come"),
    ("/lima", "Lima under its winter fog"),
    ("/lima/barranco", "Barranco and the Bridge of Sighs"),
    ("/lima/huaca", "Huaca Pucllana, a pyramid of adobe"),
    ("/bergen", "Bergen, rain and fish"),
    ("/bergen/bryggen", "Bryggen, the German wharf"),
    ("/bergen/floyen", "Fløyen by cable car"),
    ("/mombasa", "Mombasa, island in a creek"),
    ("/mombasa/fort-jesus", "Fort Jesus"),
    ("/mombasa/old-town", "The carved doors of the old town"),
  ]

  static func title(of path: String) -> String? {
    titles.first { $0.path == path }?.title
  }

  /// Returns the places one step below `path`. If there are no such places, or at the root screen,
  /// returns the cities.
  static func near(_ path: String?) -> [(path: String, title: String)] {
    let inside = titles.filter { path.map($0.path.isStep(beyond:)) ?? false }
    return inside.isEmpty ? titles.filter { $0.path.isStep(beyond: "") } : inside
  }
}

extension String {
  fileprivate func isStep(beyond path: String) -> Bool {
    hasPrefix(path + "/") && !dropFirst(path.utf8.count + 1).contains("/")
  }
}
