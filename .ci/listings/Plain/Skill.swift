//= SKILL.md 11.1

// The listings of .agents/skills/navstore/SKILL.md that need no views.

enum SkillOnLinux {
  @MainActor func navigate() async throws {
    //= SKILL.md 10
  }
}

enum SkillTests {
  enum AppRoute: NavRoute { case product(id: Int), confirmation }

  @MainActor struct Shop {
    let router: NavRouter<AppRoute>
    func buy() { router.push(.confirmation) }
  }

  //= SKILL.md 11.2+
}
