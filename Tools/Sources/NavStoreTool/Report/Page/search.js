// The search. An item matches if its name, key and kind together contain all words of the query. A
// scene matches if its key contains all words.

// Returns a text without accents and in lower case. The library's own search compares such texts.
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// NB: `var`, because the functions that draw refer to `search` and are defined before it.
var search = (() => {
  let texts = null;              // the searched text of each item, which the first search makes
  let words = [];
  let itemHits = new Uint8Array(0);
  let sceneHits = new Uint8Array(0);
  let hits = [];                 // the visits that match, in their order in the picture
  let place = -1;

  const isActive = () => words.length > 0;
  const isHit = (visit) => isActive() && ((visitItem[visit] >= 0 && itemHits[visitItem[visit]] === 1) || isOfScene(visit));
  const isOfScene = (visit) => { const scene = data.stacks[visitStack[visit]][0]; return scene >= 0 && sceneHits[scene] === 1; };

  function run(query) {
    words = folded(query.trim()).split(/\s+/).filter((word) => word !== '');
    [hits, place] = [[], -1];
    if (isActive()) {
      texts ??= data.itemKey.map((key, item) => folded(`${itemName(item)} ${data.redacted ? '' : key} ${kindOfItem(item)}`));
      const fits = (text) => words.every((word) => text.includes(word)) ? 1 : 0;
      itemHits = Uint8Array.from(texts, fits);
      sceneHits = Uint8Array.from(data.scenes, ([key]) => fits(folded(key)));
      for (const visit of layout.order) if (isHit(visit)) hits.push(visit);
    }
    report();
    main.searchChanged();
  }

  function report() {
    const isNone = !isActive();
    byID('found').textContent = isNone ? '' : hits.length === 0 ? 'none'
      : place >= 0 ? `${numberText(place + 1)} of ${numberText(hits.length)}` : numberText(hits.length);
    for (const id of ['previous', 'next']) byID(id).hidden = hits.length === 0;
  }

  function go(step) {
    if (hits.length === 0) return;
    place = place < 0 ? (step > 0 ? 0 : hits.length - 1) : (place + step + hits.length) % hits.length;
    report();
    select(hits[place], { reveals: true });
  }

  let timer = 0;
  byID('query').addEventListener('input', (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(event.target.value), 120);
  });
  byID('search').addEventListener('submit', (event) => event.preventDefault());
  byID('query').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      clearTimeout(timer);
      if (words.join(' ') !== folded(byID('query').value.trim()).replace(/\s+/g, ' ')) run(byID('query').value);
      go(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.target.value = '';
      run('');
    }
  });
  byID('next').addEventListener('click', () => go(1));
  byID('previous').addEventListener('click', () => go(-1));

  return {
    run, go, isHit,
    get isActive() { return isActive(); },
    get hitCount() { return hits.length; },
    dims: (visit) => isActive() && !isHit(visit),
    hides: (visit) => isActive() && !isHit(visit),
    isItemHit: (item) => itemHits[item] === 1,
    isSceneHit: (scene) => sceneHits[scene] === 1
      || [...stacksOfScene(scene)].some((index) => { const { tip } = stack(index); return tip >= 0 && isHit(tip); }),
  };
})();
