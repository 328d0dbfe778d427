extension TitleFolding {
  // Each row has 32 characters, for 32 Unicode scalars in order: the letter that the scalar
  // becomes, or a dot if it is unchanged. The rows are made from the canonical decompositions and
  // case foldings of the Unicode Character Database (<https://www.unicode.org/ucd/>), 14.0. Tests
  // compare them with another source.

  /// Latin-1, Extended-A and Extended-B: U+00C0 to U+024F.
  static let latin: [UInt16] = table(
    "aaaaaaæceeeeiiiidnooooo.ouuuuyþ.",
    "aaaaaa.ceeeeiiiidnooooo.ouuuuy.y",
    "aaaaaaccccccccddddeeeeeeeeeegggg",
    "gggghhhhiiiiiiiiiiĳ.jjkk.llllllŀ",
    ".llnnnnnn.ŋ.ooooooœ.rrrrrrssssss",
    "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs",
    ".ɓƃ.ƅ.ɔƈ.ɖɗƌ..ǝəɛƒ.ɠɣ.ɩɨƙ...ɯɲ.ɵ",
    "ooƣ.ƥ.ʀƨ.ʃ..ƭ.ʈuuʊʋƴ.ƶ.ʒƹ...ƽ...",
    "....ǆǆ.ǉǉ.ǌǌ.aaiioouuuuuuuuuu.aa",
    "aaææǥ.ggkkooooʒʒjǳǳ.ggƕƿnnaaææoo",
    "aaaaeeeeiiiioooorrrruuuussttȝ.hh",
    "ƞ.ȣ.ȥ.aaeeooooooooyy......ⱥȼ.ƚⱦ.",
    ".ɂ.ƀʉʌɇ.ɉ.ɋ.ɍ.ɏ.")

  /// Greek, Cyrillic and its supplement: U+0370 to U+052F.
  static let greekAndCyrillic: [UInt16] = table(
    "ͱ.ͳ.ʹ.ͷ.......;ϳ.....¨α·εηι.ο.υω",
    "ιαβγδεζηθικλμνξοπρ.στυφχψωιυαεηι",
    "υ.................σ.......ιυουωϗ",
    "βθ.ϒϒφπ.ϙ.ϛ.ϝ.ϟ.ϡ.ϣ.ϥ.ϧ.ϩ.ϫ.ϭ.ϯ.",
    "κρ..θε.ϸ.ϲϻ..ͻͼͽееђгєѕііјљњћкиуџ",
    "абвгдежзииклмнопрстуфхцчшщъыьэюя",
    ".........и......................",
    "ее.г...і....киу.ѡ.ѣ.ѥ.ѧ.ѩ.ѫ.ѭ.ѯ.",
    "ѱ.ѳ.ѵ.ѵѵѹ.ѻ.ѽ.ѿ.ҁ.........ҋ.ҍ.ҏ.",
    "ґ.ғ.ҕ.җ.ҙ.қ.ҝ.ҟ.ҡ.ң.ҥ.ҧ.ҩ.ҫ.ҭ.ү.",
    "ұ.ҳ.ҵ.ҷ.ҹ.һ.ҽ.ҿ.ӏжжӄ.ӆ.ӈ.ӊ.ӌ.ӎ..",
    "ааааӕ.ееә.әәжжззӡ.ииииооө.өөээуу",
    "ууууччӷ.ыыӻ.ӽ.ӿ.ԁ.ԃ.ԅ.ԇ.ԉ.ԋ.ԍ.ԏ.",
    "ԑ.ԓ.ԕ.ԗ.ԙ.ԛ.ԝ.ԟ.ԡ.ԣ.ԥ.ԧ.ԩ.ԫ.ԭ.ԯ.")

  /// Latin Extended Additional, with Vietnamese, and Greek Extended, polytonic: U+1E00 to U+1FFF.
  static let additional: [UInt16] = table(
    "aabbbbbbccddddddddddeeeeeeeeeeff",
    "gghhhhhhhhhhiiiikkkkkkllllllllmm",
    "mmmmnnnnnnnnoooooooopppprrrrrrrr",
    "ssssssssssttttttttuuuuuuuuuuvvvv",
    "wwwwwwwwwwxxxxyyzzzzzzhtwy.s..ß.",
    "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee",
    "eeeeeeeeiiiioooooooooooooooooooo",
    "oooouuuuuuuuuuuuuuyyyyyyyyỻ.ỽ.ỿ.",
    "ααααααααααααααααεεεεεε..εεεεεε..",
    "ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι",
    "οοοοοο..οοοοοο..υυυυυυυυ.υ.υ.υ.υ",
    "ωωωωωωωωωωωωωωωωααεεηηιιοουυωω..",
    "ααααααααααααααααηηηηηηηηηηηηηηηη",
    "ωωωωωωωωωωωωωωωωααααα.ααααααα.ι.",
    ".¨ηηη.ηηεεηηη᾿᾿᾿ιιιι..ιιιιιι.῾῾῾",
    "υυυυρρυυυυυυρ¨¨`..ωωω.ωωοοωωω´..")

  private static func table(_ rows: String...) -> [UInt16] {
    rows.flatMap { row in row.unicodeScalars.map { UInt16(truncatingIfNeeded: $0.value) } }
  }
}
