/// A small library of places, so that there is something to look at. A path that is none of them is
/// a screen all the same.
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

  /// Those one step further than `path`; the cities from the root screen and from places of one's own.
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
