import NavStore
import NavStorePlatform

/// The lines of an export, in the format of ``NavHistoryExport``.
enum ExportLine {
  static func header(account: String?, time: Int64) -> String {
    var writer = JSONLineWriter()
    writer.set("format", "navstore-history")
    writer.set("version", 1)
    writer.set("exportedTime", time)
    writer.set("exportedAt", TimeText.iso8601(milliseconds: time))
    writer.set("account", account)
    return writer.line
  }

  static func visit(_ visit: StoredVisit) -> String {
    var writer = JSONLineWriter()
    writer.set("id", visit.id)
    writer.set("account", visit.account)
    writer.set("scene", visit.scene)
    writer.set("stack", visit.stack)
    writer.set("parent", visit.parent == 0 ? nil : visit.parent)
    writer.set("sequence", visit.time == nil ? nil : visit.seq)
    writer.set("time", visit.time)
    writer.set("visitedAt", visit.time.map(TimeText.iso8601))
    writer.set("item", visit.item)
    writer.set("kind", visit.kind)
    writer.set("title", visit.title)
    writer.set("tag", visit.route?.tag)
    writer.set("version", visit.route.map { Int64($0.version) })
    if let route = visit.route, route.isIntact,
      route.payload.withUnsafeBytes({ JSONCheck.isValue($0) })
    {
      writer.set("route", json: route.payload)
    } else {
      writer.set("route", nil as String?)
      writer.set("damaged", true)
    }
    return writer.line
  }
}
