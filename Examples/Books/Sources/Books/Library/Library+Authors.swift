extension Library {
  static let allAuthors = [
    Author("austen", "Jane Austen", 1775, 1817, "Six novels, and hardly a line too many."),
    Author("carroll", "Lewis Carroll", 1832, 1898, "A mathematician who took nonsense seriously."),
    Author("cbronte", "Charlotte Brontë", 1816, 1855, "The eldest of three sisters who wrote."),
    Author("chesterton", "G. K. Chesterton", 1874, 1936, "Found the wonder in plain things."),
    Author("collins", "Wilkie Collins", 1824, 1889, "Gave the detective novel its rules."),
    Author("dickens", "Charles Dickens", 1812, 1870, "London, in all its weather."),
    Author(
      "dickinson", "Emily Dickinson", 1830, 1886, "Nearly two thousand poems, kept in a drawer."),
    Author(
      "doyle", "Arthur Conan Doyle", 1859, 1930, "A doctor, better known for a patient observer."),
    Author("dumas", "Alexandre Dumas", 1802, 1870, "Never let a chapter end quietly."),
    Author("ebronte", "Emily Brontë", 1818, 1848, "One novel, and the moor it stands on."),
    Author(
      "eliot", "George Eliot", 1819, 1880,
      "Mary Ann Evans wrote under this name, and saw what ordinary lives are made of."),
    Author(
      "grahame", "Kenneth Grahame", 1859, 1932, "A banker who would rather have been on a river."),
    Author("hardy", "Thomas Hardy", 1840, 1928, "Invented a county, and was hard on those in it."),
    Author(
      "ibsen", "Henrik Ibsen", 1828, 1906, "Put living rooms on the stage, and opened their doors."),
    Author("james", "Henry James", 1843, 1916, "Said much, and left the rest to the reader."),
    Author("kipling", "Rudyard Kipling", 1865, 1936, "Told animal tales with laws of their own."),
    Author("melville", "Herman Melville", 1819, 1891, "Went to sea, and came back with a library."),
    Author("poe", "Edgar Allan Poe", 1809, 1849, "Short tales with long shadows."),
    Author(
      "shakespeare", "William Shakespeare", 1564, 1616,
      "Some thirty-seven plays and a good sonnet or two."),
    Author("shelley", "Mary Shelley", 1797, 1851, "Began a genre on a wet summer's night."),
    Author("stevenson", "Robert Louis Stevenson", 1850, 1894, "Maps first, then the story."),
    Author(
      "stoker", "Bram Stoker", 1847, 1912, "Managed a theatre, and knew how to make an entrance."),
    Author("tolstoy", "Leo Tolstoy", 1828, 1910, "Wrote long, so that nobody is left out."),
    Author("twain", "Mark Twain", 1835, 1910, "A river pilot with an ear for how people speak."),
    Author("verne", "Jules Verne", 1828, 1905, "Fifty-four journeys, most of them from a desk."),
    Author("wells", "H. G. Wells", 1866, 1946, "Asked what if, and followed it to the end."),
    Author("whitman", "Walt Whitman", 1819, 1892, "One book of poems, rewritten for a lifetime."),
    Author("wilde", "Oscar Wilde", 1854, 1900, "Was never at a loss for an answer."),
  ]
}
