extension Library {
  static let allBooks =
    novels + adventure + mysteries + science + plays + children

  private static let novels = [
    Book(
      "pride-and-prejudice", "Pride and Prejudice", by: "austen", 1813, .novels,
      "Two people are wrong about each other, at length and with wit."),
    Book(
      "emma", "Emma", by: "austen", 1815, .novels,
      "A clever young woman arranges everybody's happiness but her own."),
    Book(
      "persuasion", "Persuasion", by: "austen", 1817, .novels,
      "Eight years after she was talked out of it, he comes back."),
    Book(
      "jane-eyre", "Jane Eyre", by: "cbronte", 1847, .novels,
      "A governess, a great house, and something in the attic."),
    Book(
      "wuthering-heights", "Wuthering Heights", by: "ebronte", 1847, .novels,
      "Two houses on a moor, and a love that ruins both."),
    Book(
      "villette", "Villette", by: "cbronte", 1853, .novels,
      "An English teacher abroad keeps her secrets, also from the reader."),
    Book(
      "great-expectations", "Great Expectations", by: "dickens", 1861, .novels,
      "A boy helps a convict, and is made a gentleman by somebody unknown."),
    Book(
      "silas-marner", "Silas Marner", by: "eliot", 1861, .novels,
      "A weaver loses his gold, and finds a child on the hearth."),
    Book(
      "middlemarch", "Middlemarch", by: "eliot", 1871, .novels,
      """
      A provincial town, its marriages and its reforms. Dorothea wants to do some good in the world, \
      Lydgate to change medicine; the town has plans of its own for both. Long, patient, and kind to \
      people who fail.
      """),
    Book(
      "anna-karenina", "Anna Karenina", by: "tolstoy", 1878, .novels,
      "One marriage breaks, another one grows, and the trains run on time."),
    Book(
      "tess", "Tess of the d'Urbervilles", by: "hardy", 1891, .novels,
      "An old name brings a young woman nothing but trouble."),
  ]

  private static let adventure = [
    Book(
      "three-musketeers", "The Three Musketeers", by: "dumas", 1844, .adventure,
      "Four friends, a queen's diamonds, and a good deal of riding."),
    Book(
      "monte-cristo", "The Count of Monte Cristo", by: "dumas", 1846, .adventure,
      "Fourteen years in a dungeon are time enough for a plan."),
    Book(
      "moby-dick", "Moby-Dick", by: "melville", 1851, .adventure,
      "A captain hunts a whale, and a sailor explains everything about it."),
    Book(
      "around-the-world", "Around the World in Eighty Days", by: "verne", 1873, .adventure,
      "A bet, a timetable, and a valet who had hoped for a quiet post."),
    Book(
      "treasure-island", "Treasure Island", by: "stevenson", 1883, .adventure,
      "A map, a ship, and a cook who is not what he seems."),
    Book(
      "huckleberry-finn", "Adventures of Huckleberry Finn", by: "twain", 1884, .adventure,
      "A boy and a man on a raft, each of them running away."),
    Book(
      "kidnapped", "Kidnapped", by: "stevenson", 1886, .adventure,
      "Sold by his uncle, David walks home across the Highlands."),
  ]

  private static let mysteries = [
    Book(
      "rue-morgue", "The Murders in the Rue Morgue", by: "poe", 1841, .mysteries,
      "A locked room, and the first detective to think his way out of it."),
    Book(
      "woman-in-white", "The Woman in White", by: "collins", 1860, .mysteries,
      "A meeting on a road at night, and several people who tell what followed."),
    Book(
      "moonstone", "The Moonstone", by: "collins", 1868, .mysteries,
      "A diamond is gone by morning, and everybody in the house has a version."),
    Book(
      "jekyll-and-hyde", "Dr Jekyll and Mr Hyde", by: "stevenson", 1886, .mysteries,
      "A good doctor leaves his house to a very bad friend."),
    Book(
      "dracula", "Dracula", by: "stoker", 1897, .mysteries,
      "A solicitor's business trip to Transylvania, in letters and diaries."),
    Book(
      "turn-of-the-screw", "The Turn of the Screw", by: "james", 1898, .mysteries,
      "A governess sees somebody on the tower. Or does she?"),
    Book(
      "baskervilles", "The Hound of the Baskervilles", by: "doyle", 1902, .mysteries,
      "A curse on a moor, looked into with a magnifying glass."),
    Book(
      "man-who-was-thursday", "The Man Who Was Thursday", by: "chesterton", 1908, .mysteries,
      "A policeman among anarchists, none of whom quite are."),
  ]

  private static let science = [
    Book(
      "frankenstein", "Frankenstein", by: "shelley", 1818, .science,
      "A student makes a man, and will not look after him."),
    Book(
      "centre-of-the-earth", "Journey to the Centre of the Earth", by: "verne", 1864, .science,
      "Down one volcano, and with luck up another."),
    Book(
      "twenty-thousand-leagues", "Twenty Thousand Leagues under the Seas", by: "verne", 1870,
      .science, "Guests of a captain who has done with land."),
    Book(
      "time-machine", "The Time Machine", by: "wells", 1895, .science,
      "Eight hundred thousand years ahead, dinner is at risk."),
    Book(
      "invisible-man", "The Invisible Man", by: "wells", 1897, .science,
      "He can go anywhere, but not in winter, and not home."),
    Book(
      "war-of-the-worlds", "The War of the Worlds", by: "wells", 1898, .science,
      "They land in Surrey, and nobody has an answer but the smallest."),
    Book(
      "lost-world", "The Lost World", by: "doyle", 1912, .science,
      "A loud professor takes three sceptics to see his dinosaurs."),
  ]

  private static let plays = [
    Book(
      "hamlet", "Hamlet", by: "shakespeare", 1603, .plays,
      "A prince is asked to act, and would like to think about it."),
    Book(
      "tempest", "The Tempest", by: "shakespeare", 1611, .plays,
      "An island, a storm to order, and forgiveness at the end."),
    Book(
      "leaves-of-grass", "Leaves of Grass", by: "whitman", 1855, .plays,
      "Long lines for a large country, and for whoever is reading."),
    Book(
      "dolls-house", "A Doll's House", by: "ibsen", 1879, .plays,
      "Christmas at the Helmers'. Listen for the door."),
    Book(
      "dickinson-poems", "Poems", by: "dickinson", 1890, .plays,
      "Small rooms with very high ceilings."),
    Book(
      "earnest", "The Importance of Being Earnest", by: "wilde", 1895, .plays,
      "Two men have the same made-up name, and one handbag explains it."),
  ]

  private static let children = [
    Book(
      "alice", "Alice's Adventures in Wonderland", by: "carroll", 1865, .children,
      "Down a hole after a rabbit that is late."),
    Book(
      "looking-glass", "Through the Looking-Glass", by: "carroll", 1871, .children,
      "A game of chess, seen from the board."),
    Book(
      "jungle-book", "The Jungle Book", by: "kipling", 1894, .children,
      "A boy is brought up by wolves, and taught by a bear."),
    Book(
      "wind-in-the-willows", "The Wind in the Willows", by: "grahame", 1908, .children,
      "Messing about in boats, until somebody buys a motor car."),
  ]
}
