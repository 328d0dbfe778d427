// Where each visit stands in the picture. Columns are depth; a row is a chain of newest children, so the
// way that was taken last is a straight line, and older branches begin a row beneath. The visits
// of a row stand side by side in `order`: what is at a place of the picture is found without a search.

const layout = (() => {
  const order = new Int32Array(visitCount);
  const rowOf = new Int32Array(visitCount);
  const columnOf = new Int32Array(visitCount);
  const lastChildRow = new Int32Array(visitCount);
  const rowStart = [0];          // of each row, in `order`
  const groups = [];             // { stack, row, rows }: a heading, and the rows beneath it

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
    rowStart.push(placed);       // the heading has no visits
    const open = [...rootsOfStack(index)];
    while (open.length > 0) {
      const first = open.pop();
      // A row: from here along newest children to the end.
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
      // Branches of the deepest visit come first: no line crosses another.
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

  // What stands at a row and column; -1: the root screen; undefined: nothing.
  const visitAt = (row, column) => {
    if (row < 0 || row >= rows) return undefined;
    if (column === 0) return groupAt(row).row + 1 === row ? -1 : undefined;
    const start = rowStart[row];
    if (start === rowStart[row + 1]) return undefined;
    const place = start + column - columnOf[order[start]];
    return place >= start && place < rowStart[row + 1] ? order[place] : undefined;
  };

  // What stacks hold now: 1 on a stack, 3 on top of one.
  const current = new Uint8Array(visitCount);
  data.stacks.forEach((_, index) => {
    const { scene, tip } = stack(index);
    if (scene < 0 || tip < 0) return;
    for (let v = tip; v >= 0 && (current[v] & 1) === 0; v = visitParent[v]) current[v] |= 1;
    current[tip] |= 3;
  });

  return { order, rowOf, columnOf, lastChildRow, rowStart, groups, rows, columns, groupAt, visitAt, current };
})();
