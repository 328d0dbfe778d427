import Shop

// Only prints the depth of a stack. Its time is the part of the other `launch-` programs' times
// that is not caused by a store.
print(Screen.stack(depth: 8, scene: 1).count)
