// Selects the view that is shown, and passes changes of the selection and the search to the views.

var main = (() => {
  const views = ['tree', 'timeline', 'items', 'scenes'];
  let view = 'tree';

  function open(name) {
    view = views.includes(name) ? name : 'tree';
    for (const each of views) byID(each).hidden = each !== view;
    for (const tab of document.querySelectorAll('.tabs button')) {
      tab.setAttribute('aria-selected', String(tab.dataset.view === view));
    }
    if (view === 'tree') treeView.resize();
    if (view === 'timeline') timeline.update(true);
    if (view === 'items') itemsView.update(true);
    if (view === 'scenes') scenesView.update();
    remember();
  }

  // Writes the view, the search and the selected visit into the address of the page, so that a
  // bookmark or a reload shows them again.
  function remember() {
    const state = new URLSearchParams({ view });
    if (byID('query').value.trim()) state.set('q', byID('query').value.trim());
    if (selected >= 0) state.set('visit', String(visitID[selected]));
    try { history.replaceState(null, '', `#${state}`); } catch { /* some browsers don't allow it for a page from a file */ }
  }

  function readAddress() {
    const state = new URLSearchParams(location.hash.slice(1));
    const query = state.get('q') ?? '';
    if (byID('query').value !== query) { byID('query').value = query; search.run(query); }
    open(state.get('view') ?? view);
    const visit = visitID.indexOf(Number(state.get('visit')));
    if (visit >= 0) select(visit, { reveals: true });
  }

  return {
    open, readAddress,
    get view() { return view; },
    changed() { treeView.resize(); timeline.redraw(); itemsView.redraw(); remember(); },
    searchChanged() { treeView.searchChanged(); timeline.update(); itemsView.update(); scenesView.update(); remember(); },
  };
})();

// MARK: The head of the page

{
  const stacks = data.stacks.filter(([scene]) => scene >= 0).length;
  byID('name').textContent = oneLine(data.name);
  document.title = `${oneLine(data.name)} · NavStore report`;
  byID('facts').textContent = [
    seenCount < data.allVisits ? `newest ${numberText(seenCount)} of ${plural(data.allVisits, 'visit')}` : plural(seenCount, 'visit'),
    plural(data.allItems, 'item'), plural(data.scenes.length, 'scene'), plural(stacks, 'stack'), bytesText(data.bytes),
    ...(data.redacted ? ['redacted'] : []), `made ${timeText(data.made)}`,
  ].join(' · ');
  byID('facts').title = byID('facts').textContent;
  const kinds = hueOfKind.places.filter((kind) => hueOfKind.counts[kind] > 0);
  const sample = (kind) => { const node = element('i', { class: 'dot' }); node.style.background = kindColor(kind); return node; };
  byID('legend').append(
    ...kinds.slice(0, 8).map((kind) => element('span', null, sample(kind), oneLine(data.kinds[kind]).slice(0, 30))),
    kinds.length > 8 ? element('span', null, `and ${plural(kinds.length - 8, 'kind')} more`) : '',
    element('span', null, element('i', { class: 'now' }), 'on a stack now'));
}

// MARK: Pointers and keys

{
  const { canvas } = treeView;
  const fingers = new Map();
  let [moved, spread] = [0, 0];
  const distance = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };

  canvas.addEventListener('pointerdown', (event) => {
    canvas.focus({ preventScroll: true });
    try { canvas.setPointerCapture(event.pointerId); } catch { /* fails for a pointer event that a script made */ }
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (fingers.size === 1) moved = 0;
    if (fingers.size === 2) [moved, spread] = [99, distance()];
  });
  canvas.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) {
      canvas.style.cursor = camera.visitAt(event.offsetX, event.offsetY) >= 0 ? 'pointer' : 'grab';
      return;
    }
    const [x, y] = [finger.x - event.offsetX, finger.y - event.offsetY];
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    moved += Math.abs(x) + Math.abs(y);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      treeView.zoom(distance() / Math.max(spread, 1), (a.x + b.x) / 2, (a.y + b.y) / 2);
      spread = distance();
    } else if (moved > 4) {
      canvas.style.cursor = 'grabbing';
      treeView.move(x, y);
    }
  });
  const lift = (event) => { fingers.delete(event.pointerId); canvas.style.cursor = 'grab'; };
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('pointerup', (event) => {
    lift(event);
    if (moved > 4) return;
    const visit = camera.visitAt(event.offsetX, event.offsetY);
    select(visit >= 0 ? visit : -1, { reveals: true });
  });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || event.metaKey) treeView.zoom(Math.exp(-event.deltaY * unit / 240), event.offsetX, event.offsetY);
    else treeView.move((event.shiftKey ? event.deltaY : event.deltaX) * unit, (event.shiftKey ? 0 : event.deltaY) * unit);
  }, { passive: false });

  const jump = (event) => { if (event.buttons) treeView.goToShare(overview.shareAt(event.offsetY)); };
  for (const name of ['pointerdown', 'pointermove']) overview.canvas.addEventListener(name, jump);

  // Returns the visit to which an arrow key leads from the selected visit. The key Left leads to
  // its parent, Right to its newest child, and Up and Down to the nearest visit in the next row.
  function walk(key) {
    if (selected < 0) return layout.order[0];
    const children = childrenOf(selected);
    if (key === 'ArrowLeft') return visitParent[selected];
    if (key === 'ArrowRight') return children[children.length - 1];
    const step = key === 'ArrowDown' ? 1 : -1;
    for (let row = layout.rowOf[selected] + step; row >= 0 && row < layout.rows; row += step) {
      const [start, end] = [layout.rowStart[row], layout.rowStart[row + 1]];
      if (start === end) continue;
      const place = layout.columnOf[selected] - layout.columnOf[layout.order[start]];
      return layout.order[Math.min(end - 1, Math.max(start, start + place))];
    }
  }

  canvas.addEventListener('keydown', (event) => {
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const visit = walk(event.key);
      if (visit >= 0) select(visit, { reveals: true });
    } else if (event.key === '+' || event.key === '=') treeView.zoom(1.25);
    else if (event.key === '-') treeView.zoom(0.8);
    else if (event.key === '0') treeView.goToStart();
    else if (event.key === 'Escape') select(-1);
  });
  byID('zoom-in').addEventListener('click', () => treeView.zoom(1.4));
  byID('zoom-out').addEventListener('click', () => treeView.zoom(1 / 1.4));
  byID('zoom-fit').addEventListener('click', () => treeView.goToStart());
}

document.querySelector('.tabs').addEventListener('click', (event) => {
  if (event.target.dataset?.view) main.open(event.target.dataset.view);
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== byID('query')) {
    event.preventDefault();
    byID('query').focus();
  }
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  treeView.themeChanged();
  timeline.update(true);
  itemsView.redraw();
});
new ResizeObserver(() => treeView.resize()).observe(byID('tree'));
window.addEventListener('hashchange', () => main.readAddress());

treeView.themeChanged();
main.readAddress();
treeView.goToStart();
if (selected >= 0) requestAnimationFrame(() => treeView.reveal(selected));

// The functions and values for the browser's console and for Tools/check-report.
window.report = {
  visitCount, select, visitName, placeOf: treeView.placeOf,
  get selected() { return selected; },
  get hitCount() { return search.hitCount; },
};
document.documentElement.dataset.ready = 'yes';
