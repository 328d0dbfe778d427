// The part of the tree's picture that the canvas shows: the scale, and the point at the top left
// corner of the canvas. Positions in the picture are rows and columns, and positions
// on the canvas are pixels.

const [columnWidth, rootWidth, rowHeight, pillWidth, pillHeight] = [172, 56, 34, 150, 24];

const camera = {
  scale: 1, left: 0, top: 0,
  width: 0, height: 0, ratio: 1, // of the canvas: CSS pixels, and device pixels for each

  get isNear() { return rowHeight * this.scale >= 15; },

  clamp() {
    const [seenWidth, seenHeight] = [this.width / this.scale, this.height / this.scale];
    const covered = this.coveredHeight() / this.scale;
    this.left = Math.min(Math.max(this.left, -24), Math.max(-24, columnStart(layout.columns) - seenWidth + 24));
    this.top = Math.min(Math.max(this.top, -12), Math.max(-12, layout.rows * rowHeight - seenHeight + 60 + covered));
  },

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const next = Math.min(2, Math.max(0.05, this.scale * factor));
    this.left += x / this.scale - x / next;
    this.top += y / this.scale - y / next;
    this.scale = next;
  },

  move(x, y) {
    this.left += x / this.scale;
    this.top += y / this.scale;
  },

  // Returns the height of the canvas that the details cover. They cover a part of it only on a
  // phone.
  coveredHeight() {
    const panel = byID('details');
    return panel.hidden || getComputedStyle(panel).position !== 'absolute' ? 0 : panel.offsetHeight;
  },

  // Scrolls so that the visit is visible. Scrolls in a direction only if the visit is outside the
  // visible part in that direction.
  reveal(visit) {
    if (!this.isNear) this.scale = 1;
    const [column, row] = [layout.columnOf[visit], layout.rowOf[visit]];
    const [x, y, free] = [columnLeft(column), rowTop(row), this.height - this.coveredHeight()];
    if (x < 20 || x + pillWidth * this.scale > this.width - 20) {
      this.left = columnStart(column) - (this.width / this.scale - pillWidth) / 2;
    }
    if (y < 40 || y + rowHeight * this.scale > free - 40) this.top = row * rowHeight - free / this.scale / 2;
  },

  visitAt(x, y) {
    const place = x / this.scale + this.left;
    const column = columnAt(place);
    return place - columnStart(column) > pillWidth + 8 ? undefined
      : layout.visitAt(Math.floor((y / this.scale + this.top) / rowHeight), column);
  },
};

const columnStart = (column) => column <= 0 ? 0 : rootWidth + (column - 1) * columnWidth;
const columnAt = (x) => x < rootWidth ? 0 : Math.floor((x - rootWidth) / columnWidth) + 1;
const columnLeft = (column) => (columnStart(column) - camera.left) * camera.scale;
const rowTop = (row) => (row * rowHeight - camera.top) * camera.scale;
const rowMiddle = (row) => rowTop(row) + rowHeight * camera.scale / 2;
const stemLeft = (column) => columnLeft(column) + 14 * camera.scale;
