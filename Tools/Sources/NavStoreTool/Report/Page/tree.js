// The branch tree as a picture. Only rows that can be seen are drawn; from far away a row is one line,
// and no more rows than there are pixels.

const treeView = (() => {
  const canvas = byID('branches');
  const context = canvas.getContext('2d');
  const overview = byID('overview');
  const [columnWidth, rootWidth, rowHeight, pillWidth, pillHeight] = [172, 56, 34, 150, 24];
  let [scale, left, top] = [1, 0, 0];  // the point of the picture at the canvas's corner
  let [width, height, ratio] = [0, 0, 1];
  let colors = {};
  let frame = 0;

  const rowTop = (row) => (row * rowHeight - top) * scale;
  const columnStart = (column) => column <= 0 ? 0 : rootWidth + (column - 1) * columnWidth;
  const columnAt = (x) => x < rootWidth ? 0 : Math.floor((x - rootWidth) / columnWidth) + 1;
  const columnLeft = (column) => (columnStart(column) - left) * scale;
  const isNear = () => rowHeight * scale >= 15;

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['ink', 'muted', 'line', 'panel', 'accent', 'hit', 'page', 'on-accent']) {
      colors[name] = style.getPropertyValue(`--${name}`).trim();
    }
  }

  function clamp() {
    const [seenWidth, seenHeight] = [width / scale, height / scale];
    left = Math.min(Math.max(left, -24), Math.max(-24, columnStart(layout.columns) - seenWidth + 24));
    top = Math.min(Math.max(top, -12), Math.max(-12, layout.rows * rowHeight - seenHeight + 60 + coveredHeight() / scale));
  }

  function draw() {
    frame = 0;
    if (canvas.clientWidth === 0) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (layout.rows === 0) return drawNothing();
    const first = Math.max(0, Math.floor(top / rowHeight));
    const end = Math.min(layout.rows, Math.ceil((top + height / scale) / rowHeight) + 1);
    // From far away, every row that has a pixel of its own.
    const step = Math.max(1, Math.floor(1.5 / (rowHeight * scale)));
    drawPassingLines(first, end);
    for (let row = first - first % step; row < end; row += step) drawRowLines(row);
    if (isNear()) {
      for (let row = first; row < end; row++) drawRowVisits(row);
    } else {
      for (let row = first - first % step; row < end; row += step) drawRowDots(row);
    }
    drawHeadings(first, end);
    drawOverview();
  }

  function drawNothing() {
    context.fillStyle = colors.muted;
    context.font = '15px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText('The store has no visits.', width / 2, height / 2);
    context.textAlign = 'start';
  }

  // MARK: Lines

  const middle = (row) => rowTop(row) + rowHeight * scale / 2;
  const stemLeft = (column) => columnLeft(column) + 14 * scale;

  function strokeLine(isCurrent, path) {
    context.strokeStyle = isCurrent ? colors.accent : colors.line;
    context.lineWidth = Math.max(isCurrent ? 1.5 : 1, (isCurrent ? 2.2 : 1.4) * Math.min(scale, 1));
    context.beginPath();
    path();
    context.stroke();
  }

  // A row's own line, and the elbow by which it leaves its parent.
  function drawRowLines(row) {
    const [start, end] = [layout.rowStart[row], layout.rowStart[row + 1]];
    if (start === end || row >= layout.rows) return;
    const { order, columnOf, current } = layout;
    const y = middle(row);
    const firstVisit = order[start];
    const [firstColumn, lastColumn] = [columnOf[firstVisit], columnOf[order[end - 1]]];
    const parent = visitParent[firstVisit];
    const parentRow = parent < 0 ? layout.groupAt(row).row + 1 : layout.rowOf[parent];
    const isBranch = parentRow !== row;
    if (isBranch) {
      const x = stemLeft(firstColumn - 1);
      const radius = Math.min(10 * scale, y - middle(parentRow));
      strokeLine((current[firstVisit] & 1) === 1, () => {
        context.moveTo(x, Math.max(middle(parentRow), -20));
        context.lineTo(x, Math.max(y - radius, -20));
        context.quadraticCurveTo(x, y, x + radius, y);
        context.lineTo(columnLeft(firstColumn), y);
      });
    }
    const from = columnLeft(isBranch ? firstColumn : 0) + 4 * scale;
    const to = columnLeft(lastColumn) + 4 * scale;
    if (to > from && to > 0 && from < width) {
      strokeLine(false, () => { context.moveTo(Math.max(from, -10), y); context.lineTo(Math.min(to, width + 10), y); });
    }
    let now = start;
    while (now < end && (current[order[now]] & 1) === 1) now++;
    if (now > start) {
      const last = columnLeft(columnOf[order[now - 1]]) + 4 * scale;
      strokeLine(true, () => { context.moveTo(Math.max(from, -10), y); context.lineTo(Math.min(last, width + 10), y); });
    }
  }

  // Stems that pass by: from a visit above what can be seen to a branch beneath it. Whoever has one is
  // an ancestor of what comes first.
  function drawPassingLines(first, end) {
    let row = first;
    while (row < end && layout.rowStart[row] === layout.rowStart[row + 1]) row++;
    if (row >= end) return;
    for (let v = visitParent[layout.order[layout.rowStart[row]]]; v >= 0; v = visitParent[v]) {
      if (layout.rowOf[v] < first && layout.lastChildRow[v] >= end) {
        const x = stemLeft(layout.columnOf[v]);
        strokeLine(false, () => { context.moveTo(x, -10); context.lineTo(x, height + 10); });
      }
    }
  }

  // MARK: Visits

  function visitsInSight(row, body) {
    const { order, rowStart, columnOf } = layout;
    const [start, end] = [rowStart[row], rowStart[row + 1]];
    if (start === end) return;
    const base = columnOf[order[start]];
    const [firstColumn, lastColumn] = [columnAt(left), columnAt(left + width / scale)];
    for (let i = Math.max(start, start + firstColumn - base); i < Math.min(end, start + lastColumn - base + 1); i++) {
      body(order[i]);
    }
  }

  function drawRowDots(row) {
    if (row >= layout.rows) return;
    const radius = Math.max(1.2, 6 * scale);
    visitsInSight(row, (visit) => {
      context.globalAlpha = search.dims(visit) ? 0.18 : 1;
      context.fillStyle = search.isHit(visit) ? colors.hit : colorOfItem(visitItem[visit]);
      if (rowHeight * scale < 6 && visit !== selected) {
        context.fillRect(columnLeft(layout.columnOf[visit]), middle(row) - radius, pillWidth * scale * 0.6, radius * 2);
        return;
      }
      context.beginPath();
      context.arc(columnLeft(layout.columnOf[visit]) + 6 * scale, middle(row), visit === selected ? radius * 1.7 : radius, 0, 7);
      context.fill();
    });
    context.globalAlpha = 1;
  }

  function drawRowVisits(row) {
    const size = Math.min(14, Math.max(9, 12.5 * scale));
    context.font = `${size}px system-ui, -apple-system, "Segoe UI", sans-serif`;
    context.textBaseline = 'middle';
    if (layout.visitAt(row, 0) === -1) drawRoot(row);
    visitsInSight(row, (visit) => drawPill(visit, columnLeft(layout.columnOf[visit]), middle(row), size));
    context.globalAlpha = 1;
  }

  function drawRoot(row) {
    const isTip = stack(layout.groupAt(row).stack).tip === -1;
    context.fillStyle = isTip ? colors.accent : colors.page;
    context.strokeStyle = isTip ? colors.accent : colors.muted;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(stemLeft(0), middle(row), 6 * scale, 0, 7);
    context.fill();
    context.stroke();
  }

  function drawPill(visit, x, y, size) {
    const [w, h] = [pillWidth * scale, pillHeight * scale];
    const isTip = layout.current[visit] === 3;
    const isHit = search.isHit(visit);
    const color = colorOfItem(visitItem[visit]);
    context.beginPath();
    context.roundRect(x, y - h / 2, w, h, 7 * scale);
    context.fillStyle = colors.panel;
    context.fill();
    context.globalAlpha = search.dims(visit) ? 0.3 : 1;
    context.fillStyle = isTip ? colors.accent : isHit ? colors.hit : colorOfItem(visitItem[visit], 0.1);
    context.fill();
    context.setLineDash(isSeen(visit) ? [] : [3, 3]);
    context.strokeStyle = visit === selected ? colors.ink : layout.current[visit] ? colors.accent : colorOfItem(visitItem[visit], 0.45);
    context.lineWidth = visit === selected ? 2.5 : layout.current[visit] ? 1.6 : 1;
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = isTip ? colors['on-accent'] : color;
    context.beginPath();
    context.arc(x + 12 * scale, y, 3.4 * scale, 0, 7);
    context.fill();
    context.fillStyle = isTip ? colors['on-accent'] : isHit ? '#221a00' : colors.ink;
    context.fillText(fitted(visitName(visit), w - 28 * scale, size), x + 21 * scale, y + 0.5);
    context.globalAlpha = 1;
  }

  const fittedTexts = new Map();

  function fitted(text, room, size) {
    const key = `${Math.round(room)} ${text}`;
    const known = fittedTexts.get(key);
    if (known !== undefined) return known;
    let letters = [...text.slice(0, 80)];
    const widest = Math.ceil(room / (size * 0.28));
    if (letters.length > widest) letters = letters.slice(0, widest);
    let shown = letters.join('');
    let isCut = shown.length < text.length;
    while (letters.length > 1 && context.measureText(isCut ? shown + '…' : shown).width > room) {
      letters.pop();
      isCut = true;
      shown = letters.join('').trimEnd();
    }
    if (isCut) shown += '…';
    if (fittedTexts.size > 20000) fittedTexts.clear();
    fittedTexts.set(key, shown);
    return shown;
  }

  // MARK: Headings and the overview

  function drawHeadings(first, end) {
    if (rowHeight * scale < 11) return;
    context.textBaseline = 'middle';
    for (let group = layout.groups.indexOf(layout.groupAt(first)); group < layout.groups.length; group++) {
      const { stack: index, row, rows } = layout.groups[group];
      if (row >= end) break;
      // The heading of what comes first stays in sight.
      const under = rowTop(row + rows) - 28;
      const y = Math.max(rowTop(row) + rowHeight * scale * 0.62, Math.min(15, under));
      const isHeld = y > rowTop(row) + rowHeight * scale * 0.62;
      const x = Math.max(columnLeft(0) + 4, 12);
      context.font = '600 12.5px system-ui, -apple-system, "Segoe UI", sans-serif';
      const name = fitted(stackName(index), Math.max(120, width - 120), 12.5);
      if (isHeld) {
        context.globalAlpha = 0.94;
        context.fillStyle = colors.panel;
        context.beginPath();
        context.roundRect(x - 8, y - 12, context.measureText(name).width + 16, 24, 8);
        context.fill();
        context.globalAlpha = 1;
        context.strokeStyle = colors.line;
        context.lineWidth = 1;
        context.stroke();
      }
      context.fillStyle = isHeld ? colors.ink : colors.muted;
      context.fillText(name, x, y);
    }
  }

  let profile = null;    // of each pixel of the overview: the deepest column there, and hits

  function drawOverview() {
    const [w, h] = [overview.clientWidth, overview.clientHeight];
    if (w === 0) return;
    const target = overview.getContext('2d');
    target.setTransform(ratio, 0, 0, ratio, 0, 0);
    target.clearRect(0, 0, w, h);
    if (profile?.height !== h) profile = makeProfile(h);
    for (let y = 0; y < h; y++) {
      if (profile.columns[y] === 0) continue;
      target.fillStyle = profile.hits[y] ? colors.hit : colors.muted;
      target.globalAlpha = profile.hits[y] ? 1 : search.isActive ? 0.25 : 0.55;
      target.fillRect(6, y, Math.max(2, Math.min(1, Math.sqrt(profile.columns[y] / layout.columns)) * (w - 12)), 1);
    }
    target.globalAlpha = 0.16;
    target.fillStyle = colors.accent;
    const total = layout.rows * rowHeight;
    const start = Math.max(0, top / total * h);
    target.fillRect(0, start, w, Math.max(6, Math.min(h - start, height / scale / total * h)));
    target.globalAlpha = 1;
  }

  function makeProfile(h) {
    const made = { height: h, columns: new Float64Array(h), hits: new Uint8Array(h) };
    for (let row = 0; row < layout.rows; row++) {
      const [start, end] = [layout.rowStart[row], layout.rowStart[row + 1]];
      if (start === end) continue;
      const from = Math.min(h - 1, Math.floor(row / layout.rows * h));
      const to = Math.max(from, Math.min(h - 1, Math.floor((row + 0.8) / layout.rows * h)));
      let isHit = 0;
      if (search.isActive) for (let i = start; i < end && !isHit; i++) isHit = search.isHit(layout.order[i]) ? 1 : 0;
      for (let y = from; y <= to; y++) {
        made.columns[y] = Math.max(made.columns[y], layout.columnOf[layout.order[end - 1]]);
        made.hits[y] |= isHit;
      }
    }
    return made;
  }

  // MARK: Moving

  const drawSoon = () => { if (frame === 0) frame = requestAnimationFrame(draw); };

  function resize() {
    ratio = devicePixelRatio || 1;
    [width, height] = [canvas.clientWidth, canvas.clientHeight];
    for (const each of [canvas, overview]) {
      each.width = Math.round(each.clientWidth * ratio);
      each.height = Math.round(each.clientHeight * ratio);
    }
    clamp();
    drawSoon();
  }

  function zoom(factor, x = width / 2, y = height / 2) {
    const next = Math.min(2, Math.max(0.05, scale * factor));
    left += x / scale - x / next;
    top += y / scale - y / next;
    scale = next;
    clamp();
    drawSoon();
  }

  function move(x, y) {
    left += x / scale;
    top += y / scale;
    clamp();
    drawSoon();
  }

  // On a phone the details lie over the picture.
  function coveredHeight() {
    const panel = byID('details');
    return panel.hidden || getComputedStyle(panel).position !== 'absolute' ? 0 : panel.offsetHeight;
  }

  function reveal(visit) {
    if (!isNear()) scale = 1;
    const [x, y] = [columnLeft(layout.columnOf[visit]), rowTop(layout.rowOf[visit])];
    const free = height - coveredHeight();
    if (x < 20 || x + pillWidth * scale > width - 20) left = columnStart(layout.columnOf[visit]) - (width / scale - pillWidth) / 2;
    if (y < 40 || y + rowHeight * scale > free - 40) top = layout.rowOf[visit] * rowHeight - free / scale / 2;
    clamp();
    drawSoon();
  }

  function visitAtPoint(x, y) {
    const column = columnAt(x / scale + left);
    const inside = x / scale + left - columnStart(column);
    return inside > pillWidth + 8 ? undefined : layout.visitAt(Math.floor((y / scale + top) / rowHeight), column);
  }

  const goTo = (row) => { top = row * rowHeight - 12; left = -24; clamp(); drawSoon(); };

  return {
    canvas, overview, zoom, move, reveal, visitAtPoint, resize, drawSoon, goTo,
    goToStart() { scale = 1; goTo(0); },
    goToShare: (share) => { top = share * layout.rows * rowHeight - height / scale / 2; clamp(); drawSoon(); },
    searchChanged() { profile = null; drawSoon(); },
    themeChanged() { readColors(); drawSoon(); },
    placeOf: (visit) => ({
      x: columnLeft(layout.columnOf[visit]) + pillWidth * scale / 2, y: middle(layout.rowOf[visit]),
    }),
  };
})();
