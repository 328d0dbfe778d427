import Shop

// The cost of starting a process and printing a stack, which the other programs do, too.
print(Screen.stack(depth: 8, scene: 1).count)
