import Shop

// What starting a process and printing a stack costs: the other programs do this and more.
print(Screen.stack(depth: 8, scene: 1).count)
