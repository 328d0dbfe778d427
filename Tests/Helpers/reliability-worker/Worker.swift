@main
enum Worker {
  static func main() async {
    await HostileUse.runIfAsked()
  }
}
