// The whole tree in a narrow column next to the picture. It shows the depth of the tree at each
// height, the matches of a search, and the part of the tree that the picture shows.

// The colors of the page's CSS, for drawing on canvases.
const colors = {};

function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['ink', 'muted', 'line', 'panel', 'accent', 'hit', 'page', 'on-accent']) {
    colors[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

// The texts that were shortened to a width. They are kept, because measuring texts would take most
// of the time of a frame.
const fittedTexts = new Map();

function fitted(context, text, room, size) {
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

const overview = (() => {
  const canvas = byID('overview');
  let profile = null;    // for each pixel of the height: the deepest column and hits

  // The used height of the overview. A row takes at most six pixels, so that a small tree doesn't
  // fill the whole height with thick bars.
  const extent = () => Math.max(1, Math.min(canvas.clientHeight, layout.rows * 6));

  function draw() {
    const [w, h] = [canvas.clientWidth, extent()];
    if (w === 0) return;
    const target = canvas.getContext('2d');
    target.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
    target.clearRect(0, 0, w, canvas.clientHeight);
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
    const start = Math.max(0, camera.top / total * h);
    target.fillRect(0, start, w, Math.max(6, Math.min(h - start, camera.height / camera.scale / total * h)));
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

  return { canvas, draw, shareAt: (y) => y / extent(), forget() { profile = null; } };
})();
