// The view that draws the visit tree as a picture. Only visible rows are drawn. At a small scale, a
// row is drawn without texts, and at most about one row for each pixel of the height is drawn.

const treeView = (() => {
  const canvas = byID('branches');
  const context = canvas.getContext('2d');
  let frame = 0;

  function draw() {
    frame = 0;
    if (canvas.clientWidth === 0) return;
    context.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    if (layout.rows === 0) return drawNothing();
    const first = Math.max(0, Math.floor(camera.top / rowHeight));
    const end = Math.min(layout.rows, Math.ceil((camera.top + camera.height / camera.scale) / rowHeight) + 1);
    // At a small scale, draws only every `step`th row, so that each drawn row has about a pixel of
    // its own.
    const step = Math.max(1, Math.floor(1.5 / (rowHeight * camera.scale)));
    drawPassingLines(first, end);
    for (let row = first - first % step; row < end; row += step) drawRowLines(row);
    if (camera.isNear) {
      for (let row = first; row < end; row++) drawRowVisits(row);
    } else {
      for (let row = first - first % step; row < end; row += step) drawRowDots(row);
    }
    drawHeadings(first, end);
    overview.draw();
  }

  function drawNothing() {
    context.fillStyle = colors.muted;
    context.font = '15px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText('The store has no visits.', camera.width / 2, camera.height / 2);
    context.textAlign = 'start';
  }

  // MARK: Lines

  function strokeLine(isCurrent, path) {
    context.strokeStyle = isCurrent ? colors.accent : colors.line;
    context.lineWidth = Math.max(isCurrent ? 1.5 : 1, (isCurrent ? 2.2 : 1.4) * Math.min(camera.scale, 1));
    context.beginPath();
    path();
    context.stroke();
  }

  // Draws the horizontal line of a row, and the curved line from its first visit to the visit's
  // parent in a row above.
  function drawRowLines(row) {
    const [start, end] = [layout.rowStart[row], layout.rowStart[row + 1]];
    if (start === end || row >= layout.rows) return;
    const { order, columnOf, current } = layout;
    const y = rowMiddle(row);
    const firstVisit = order[start];
    const [firstColumn, lastColumn] = [columnOf[firstVisit], columnOf[order[end - 1]]];
    const parent = visitParent[firstVisit];
    const parentRow = parent < 0 ? layout.groupAt(row).row + 1 : layout.rowOf[parent];
    const isBranch = parentRow !== row;
    if (isBranch) {
      const x = stemLeft(firstColumn - 1);
      const radius = Math.min(10 * camera.scale, y - rowMiddle(parentRow));
      strokeLine((current[firstVisit] & 1) === 1, () => {
        context.moveTo(x, Math.max(rowMiddle(parentRow), -20));
        context.lineTo(x, Math.max(y - radius, -20));
        context.quadraticCurveTo(x, y, x + radius, y);
        context.lineTo(columnLeft(firstColumn), y);
      });
    }
    const from = isBranch ? columnLeft(firstColumn) + 4 * camera.scale : stemLeft(0);
    const to = columnLeft(lastColumn) + 4 * camera.scale;
    if (to > from && to > 0 && from < camera.width) {
      strokeLine(false, () => { context.moveTo(Math.max(from, -10), y); context.lineTo(Math.min(to, camera.width + 10), y); });
    }
    let now = start;
    while (now < end && (current[order[now]] & 1) === 1) now++;
    if (now > start) {
      const last = columnLeft(columnOf[order[now - 1]]) + 4 * camera.scale;
      strokeLine(true, () => { context.moveTo(Math.max(from, -10), y); context.lineTo(Math.min(last, camera.width + 10), y); });
    }
  }

  // Draws the vertical lines that cross the whole visible part, from a visit above it to a branch
  // below it. Each of these visits is an ancestor of the first visit in the visible part.
  function drawPassingLines(first, end) {
    let row = first;
    while (row < end && layout.rowStart[row] === layout.rowStart[row + 1]) row++;
    if (row >= end) return;
    for (let v = visitParent[layout.order[layout.rowStart[row]]]; v >= 0; v = visitParent[v]) {
      if (layout.rowOf[v] < first && layout.lastChildRow[v] >= end) {
        const x = stemLeft(layout.columnOf[v]);
        strokeLine(false, () => { context.moveTo(x, -10); context.lineTo(x, camera.height + 10); });
      }
    }
  }

  // MARK: Visits

  function visitsInSight(row, body) {
    const { order, rowStart, columnOf } = layout;
    const [start, end] = [rowStart[row], rowStart[row + 1]];
    if (start === end) return;
    const base = columnOf[order[start]];
    const [firstColumn, lastColumn] = [columnAt(camera.left), columnAt(camera.left + camera.width / camera.scale)];
    for (let i = Math.max(start, start + firstColumn - base); i < Math.min(end, start + lastColumn - base + 1); i++) {
      body(order[i]);
    }
  }

  function drawRowDots(row) {
    if (row >= layout.rows) return;
    const radius = Math.max(1.2, 6 * camera.scale);
    visitsInSight(row, (visit) => {
      context.globalAlpha = search.dims(visit) ? 0.18 : 1;
      context.fillStyle = search.isHit(visit) ? colors.hit : colorOfItem(visitItem[visit]);
      if (rowHeight * camera.scale < 6 && visit !== selected) {
        context.fillRect(columnLeft(layout.columnOf[visit]), rowMiddle(row) - radius, pillWidth * camera.scale * 0.6, radius * 2);
        return;
      }
      context.beginPath();
      context.arc(columnLeft(layout.columnOf[visit]) + 6 * camera.scale, rowMiddle(row), visit === selected ? radius * 1.7 : radius, 0, 7);
      context.fill();
    });
    context.globalAlpha = 1;
  }

  function drawRowVisits(row) {
    const size = Math.min(14, Math.max(9, 12.5 * camera.scale));
    context.font = `${size}px system-ui, -apple-system, "Segoe UI", sans-serif`;
    context.textBaseline = 'middle';
    if (layout.visitAt(row, 0) === -1) drawRoot(row);
    visitsInSight(row, (visit) => drawPill(visit, columnLeft(layout.columnOf[visit]), rowMiddle(row), size));
    context.globalAlpha = 1;
  }

  function drawRoot(row) {
    const isTip = stack(layout.groupAt(row).stack).tip === -1;
    context.fillStyle = isTip ? colors.accent : colors.page;
    context.strokeStyle = isTip ? colors.accent : colors.muted;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(stemLeft(0), rowMiddle(row), 6 * camera.scale, 0, 7);
    context.fill();
    context.stroke();
  }

  function drawPill(visit, x, y, size) {
    const [w, h] = [pillWidth * camera.scale, pillHeight * camera.scale];
    const isTip = layout.current[visit] === 3 && !search.dims(visit);
    const isHit = search.isHit(visit);
    const color = colorOfItem(visitItem[visit]);
    context.beginPath();
    context.roundRect(x, y - h / 2, w, h, 7 * camera.scale);
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
    context.arc(x + 12 * camera.scale, y, 3.4 * camera.scale, 0, 7);
    context.fill();
    context.fillStyle = isTip ? colors['on-accent'] : isHit ? '#221a00' : colors.ink;
    context.fillText(fitted(context, visitName(visit), w - 28 * camera.scale, size), x + 21 * camera.scale, y + 0.5);
    context.globalAlpha = 1;
  }

  // MARK: Headings

  function drawHeadings(first, end) {
    if (rowHeight * camera.scale < 11) return;
    context.textBaseline = 'middle';
    for (let group = layout.groups.indexOf(layout.groupAt(first)); group < layout.groups.length; group++) {
      const { stack: index, row, rows } = layout.groups[group];
      if (row >= end) break;
      // The heading of the first visible stack stays at the top of the canvas while the stack's
      // rows are scrolled.
      const under = rowTop(row + rows) - 28;
      const y = Math.max(rowTop(row) + rowHeight * camera.scale * 0.62, Math.min(15, under));
      const isHeld = y > rowTop(row) + rowHeight * camera.scale * 0.62;
      const x = Math.max(columnLeft(0) + 4, 12);
      context.font = '600 12.5px system-ui, -apple-system, "Segoe UI", sans-serif';
      const name = fitted(context, stackName(index), Math.max(120, camera.width - 120), 12.5);
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

  // MARK: Moving

  const drawSoon = () => { if (frame === 0) frame = requestAnimationFrame(draw); };

  function moving(body) {
    body();
    camera.clamp();
    drawSoon();
  }

  // Sets the size of a canvas only if the size has changed, because setting it empties the canvas.
  function fit(each) {
    const [width, height] = [each.clientWidth, each.clientHeight].map((side) => Math.round(side * camera.ratio));
    if (each.width !== width) each.width = width;
    if (each.height !== height) each.height = height;
  }

  // Scrolls to the heading of a stack, and then as far as necessary to show the stack's top visit.
  const goTo = (group) => moving(() => {
    [camera.top, camera.left] = [(group?.row ?? 0) * rowHeight - 12, -24];
    const tip = group ? stack(group.stack).tip : -1;
    if (tip >= 0) camera.reveal(tip);
  });

  return {
    canvas, goTo,
    resize: () => moving(() => {
      camera.ratio = devicePixelRatio || 1;
      [camera.width, camera.height] = [canvas.clientWidth, canvas.clientHeight];
      fit(canvas);
      fit(overview.canvas);
    }),
    zoom: (...change) => moving(() => camera.zoom(...change)),
    move: (x, y) => moving(() => camera.move(x, y)),
    reveal: (visit) => moving(() => camera.reveal(visit)),
    goToStart() { camera.scale = 1; goTo(layout.groups[0]); },
    goToShare: (share) => moving(() => { camera.top = share * layout.rows * rowHeight - camera.height / camera.scale / 2; }),
    searchChanged() { overview.forget(); drawSoon(); },
    themeChanged() { readColors(); drawSoon(); },
    placeOf: (visit) => ({
      x: columnLeft(layout.columnOf[visit]) + pillWidth * camera.scale / 2, y: rowMiddle(layout.rowOf[visit]),
    }),
  };
})();
