/// The HTML page of `navstore report`, which is one file and loads no other file.
///
/// The store's data is in the page as JSON, in which ``JSONWriter`` escapes `<`. The page shows the
/// data as text, never as markup. If data became markup all the same, the page's content security
/// policy would run no script in it, because such a script lacks the page's random nonce.
enum ReportPage {
  private static let scripts = [
    PackageResources.data_js, PackageResources.layout_js, PackageResources.list_js,
    PackageResources.details_js, PackageResources.camera_js, PackageResources.overview_js,
    PackageResources.tree_js, PackageResources.timeline_js, PackageResources.items_js,
    PackageResources.scenes_js, PackageResources.search_js, PackageResources.main_js,
  ]

  static func html(_ data: [UInt8]) -> [UInt8] {
    let nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let parts: [String: [UInt8]] = [
      "nonce": Array(nonce.utf8),
      "style": PackageResources.report_css,
      "script": Array(scripts.joined(separator: CollectionOfOne(UInt8(ascii: "\n")))),
      "data": data,
    ]
    var page: [UInt8] = []
    // Splits the template at its `@@`, so that every second piece is the name of a part. The parts
    // are inserted unchanged, even if the store's data contains `@@`.
    let template = String(decoding: PackageResources.report_html, as: UTF8.self)
    for (index, piece) in template.split(separator: "@@", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index.isMultiple(of: 2) {
        page.append(contentsOf: piece.utf8)
      } else {
        page.append(contentsOf: parts[String(piece)] ?? [])
      }
    }
    return page
  }
}
