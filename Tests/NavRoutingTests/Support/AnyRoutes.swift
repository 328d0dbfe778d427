import NavStore

/// Routes of several types, as a mixed stack holds them.
func anyRoutes(_ routes: any NavRoute...) -> [AnyNavRoute] {
  routes.map { AnyNavRoute($0) }
}
