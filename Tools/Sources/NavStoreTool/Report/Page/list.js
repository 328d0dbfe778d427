// Functions that make elements, and long lists. Text from the store becomes text nodes, never
// markup.

function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const fill = (node, ...children) => node.replaceChildren(...children.filter((child) => child !== null));

const byID = (id) => document.getElementById(id);

// A list of any length. The document has elements only for the visible rows and a few rows above
// and below them.
class LongList {
  constructor(container, rowHeight, row) {
    this.container = container;
    this.rowHeight = rowHeight;
    this.row = row;              // a function that returns the element for the row with an index
    this.count = 0;
    this.picked = -1;
    this.space = element('div', { class: 'space' });
    container.append(this.space);
    container.addEventListener('scroll', () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw(true)).observe(container);
  }

  // Shows `count` rows, but no more than fit into 30 million pixels, because no browser lays out
  // much more. Scrolls to the top unless `keepsPlace` is set.
  show(count, keepsPlace = false) {
    this.count = Math.min(count, Math.floor(30e6 / this.rowHeight));
    this.space.style.height = `${this.count * this.rowHeight}px`;
    if (!keepsPlace) this.container.scrollTop = 0;
    this.draw(true);
  }

  draw(always = false) {
    const first = Math.max(0, Math.floor(this.container.scrollTop / this.rowHeight) - 4);
    const end = Math.min(this.count, first + Math.ceil(this.container.clientHeight / this.rowHeight) + 9);
    if (!always && first === this.first && end === this.end) return;
    [this.first, this.end] = [first, end];
    const rows = [];
    for (let i = first; i < end; i++) {
      const row = this.row(i);
      row.classList.add('row');
      row.style.top = `${i * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }

  reveal(index) {
    const top = index * this.rowHeight;
    const { scrollTop, clientHeight } = this.container;
    if (top < scrollTop || top + this.rowHeight > scrollTop + clientHeight) {
      this.container.scrollTop = Math.max(0, top - clientHeight / 3);
    }
    this.draw(true);
  }
}

// MARK: Colours

// The hues of the twelve most common kinds, the most common kind first. All other kinds are gray.
const hues = [243, 162, 22, 335, 200, 285, 90, 5, 178, 45, 310, 130];
const hueOfKind = (() => {
  const counts = new Float64Array(data.kinds.length);
  for (let v = 0; v < visitCount; v++) { if (visitItem[v] >= 0) counts[data.itemKind[visitItem[v]]]++; }
  const places = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  const found = new Array(data.kinds.length).fill(-1);
  places.forEach((kind, place) => { if (place < hues.length) found[kind] = hues[place]; });
  return Object.assign((kind) => found[kind] ?? -1, { places, counts });
})();

const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

function kindColor(kind, alpha = 1) {
  const hue = hueOfKind(kind);
  const [saturation, lightness] = hue < 0 ? [6, isDark() ? 62 : 48] : isDark() ? [72, 70] : [62, 50];
  return `hsl(${Math.max(hue, 0)} ${saturation}% ${lightness}% / ${alpha})`;
}

// Returns the color of a kind for text on a tint of this color.
function kindInk(kind) {
  const hue = hueOfKind(kind);
  return `hsl(${Math.max(hue, 0)} ${hue < 0 ? 6 : 65}% ${isDark() ? 78 : 30}%)`;
}

const colorOfItem = (item, alpha) => kindColor(item < 0 ? -1 : data.itemKind[item], alpha);

function dot(item) {
  const node = element('i', { class: 'dot' });
  node.style.background = colorOfItem(item);
  return node;
}

const badge = (item) => {
  const node = element('span', { class: 'badge' }, kindOfItem(item));
  node.style.color = kindInk(item < 0 ? -1 : data.itemKind[item]);
  node.style.background = colorOfItem(item, 0.14);
  return node;
};
