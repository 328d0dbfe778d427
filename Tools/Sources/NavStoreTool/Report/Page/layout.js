// The position of each visit in the picture of the tree. The column of a visit is its depth on the
// stack. A row is a visit, its newest child, the newest child of that child, and so on. The branch
// that was navigated last is therefore a straight line, and each older branch begins a row below.
// The visits of a row are consecutive in `order`, so the visit at a position is found without a
// search.

const layout = (() => {
  const order = new Int32Array(visitCount);
  const rowOf = new Int32Array(visitCount);
  const columnOf = new Int32Array(visitCount);
  const lastChildRow = new Int32Array(visitCount);
  const rowStart = [0];          // the index in `order` of each row's first visit
  const groups = [];             // { stack, row, rows }: a stack, the row of its heading, its rows

  const rootsOfStack = grouped(visitCount, data.stacks.length, (v) => visitParent[v] < 0 ? visitStack[v] : -1);
  const newest = new Float64Array(data.stacks.length).fill(-1);
  const rootOf = new Int32Array(visitCount);
  for (let v = 0; v < visitCount; v++) {
    rootOf[v] = visitParent[v] < 0 ? visitStack[v] : rootOf[visitParent[v]];
    newest[rootOf[v]] = visitID[v];
  }
  const stacks = [...data.stacks.keys()].filter((s) => newest[s] >= 0);
  stacks.sort((a, b) => newest[b] - newest[a]);

  let placed = 0;
  let columns = 1;
  for (const index of stacks) {
    const heading = rowStart.length - 1;
    rowStart.push(placed);       // the row of the heading has no visits
    const open = [...rootsOfStack(index)];
    while (open.length > 0) {
      const first = open.pop();
      // Adds the row that begins at `first` and continues with the newest child of each visit.
      const row = rowStart.length - 1;
      for (let v = first; v >= 0;) {
        const parent = visitParent[v];
        order[placed++] = v;
        rowOf[v] = lastChildRow[v] = row;
        columnOf[v] = parent < 0 ? 1 : columnOf[parent] + 1;
        if (parent >= 0) lastChildRow[parent] = Math.max(lastChildRow[parent], row);
        columns = Math.max(columns, columnOf[v] + 1);
        const children = childrenOf(v);
        v = children.length > 0 ? children[children.length - 1] : -1;
      }
      rowStart.push(placed);
      // Adds the older children of the row's visits to `open`, which is a stack. The children of
      // the deepest visit get the rows directly below this row, so that no line crosses another
      // line.
      for (let i = rowStart[row]; i < placed; i++) {
        const children = childrenOf(order[i]);
        for (let c = 0; c < children.length - 1; c++) open.push(children[c]);
      }
    }
    groups.push({ stack: index, row: heading, rows: rowStart.length - 1 - heading });
  }

  const rows = rowStart.length - 1;
  const groupAt = (row) => {
    let [low, high] = [0, groups.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (groups[middle].row <= row) low = middle; else high = middle - 1;
    }
    return groups[low];
  };

  // Returns the visit at a row and a column; -1 for the root screen, and undefined for an empty
  // position.
  const visitAt = (row, column) => {
    if (row < 0 || row >= rows) return undefined;
    if (column === 0) return groupAt(row).row + 1 === row ? -1 : undefined;
    const start = rowStart[row];
    if (start === rowStart[row + 1]) return undefined;
    const place = start + column - columnOf[order[start]];
    return place >= start && place < rowStart[row + 1] ? order[place] : undefined;
  };

  // Whether each visit is on a saved stack: 0 if not, 1 below the top visit, 3 for the top visit.
  const current = new Uint8Array(visitCount);
  data.stacks.forEach((_, index) => {
    const { scene, tip } = stack(index);
    if (scene < 0 || tip < 0) return;
    for (let v = tip; v >= 0 && (current[v] & 1) === 0; v = visitParent[v]) current[v] |= 1;
    current[tip] |= 3;
  });

  return { order, rowOf, columnOf, lastChildRow, rowStart, groups, rows, columns, groupAt, visitAt, current };
})();
