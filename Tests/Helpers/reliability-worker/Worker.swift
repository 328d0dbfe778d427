@main
enum Worker {
  static func main() {}
}
