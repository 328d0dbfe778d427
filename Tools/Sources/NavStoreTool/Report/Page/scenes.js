// The view of the scenes, with the path and the back/forward list of each stack. Open scenes are
// first, and then the scenes that were saved last.

const scenesView = (() => {
  const saved = data.scenes.map((_, scene) => [...stacksOfScene(scene)].reduce((time, index) => Math.max(time, stack(index).saved), 0));
  const order = [...data.scenes.keys()].sort((a, b) => (data.scenes[a][2] > 0) - (data.scenes[b][2] > 0) || saved[b] - saved[a]);
  let shown = order;
  let scene = order[0] ?? -1;

  const list = new LongList(byID('scene-list'), 56, (index) => {
    const each = shown[index];
    const [key, , closed] = data.scenes[each];
    const stacks = stacksOfScene(each);
    return element('button', { type: 'button', class: `line scene${each === scene ? ' picked' : ''}`, onclick: () => show(each) },
      element('i', { class: closed ? 'state closed' : 'state', title: closed ? 'Closed' : 'Open' }),
      element('span', { class: 'name' }, oneLine(key) || 'scene',
        element('small', null, `${plural(stacks.length, 'stack')}${saved[each] ? ' · ' + timeText(saved[each]) : ''}`)));
  });

  const crumb = (visit, isTop) => element('button', { type: 'button', class: isTop ? 'crumb top' : 'crumb', onclick: () => select(visit) },
    dot(visitItem[visit]), element('span', null, visitName(visit)));

  function rootCrumb(root) {
    return element('span', { class: 'crumb root' }, root >= 0 ? routeName(root) : 'Root screen');
  }

  function card(index) {
    const { name, account, tip, root, saved: time, position, list: entries } = stack(index);
    const path = tip < 0 ? [] : chain(tip);
    const shownPath = path.slice(-14); // few enough that the top is visible on a phone, too
    const title = name ? oneLine(name) : 'Stack';
    const crumbs = [rootCrumb(root), ...(path.length > shownPath.length ? [element('span', { class: 'crumb root' }, `${numberText(path.length - shownPath.length)} more`)] : []),
      ...shownPath.map((visit, i) => crumb(visit, i === shownPath.length - 1))];
    if (tip === -2) crumbs.push(element('span', { class: 'crumb root' }, 'older than this report shows'));
    return element('article', { class: 'card' },
      element('header', null, element('h3', null, title, data.accounts[account] ? element('small', null, oneLine(data.accounts[account])) : null),
        element('p', null, `${path.length === 0 ? 'at the root screen' : plural(path.length, 'route')} · saved ${timeText(time)}`)),
      element('div', { class: 'crumbs' }, ...crumbs),
      entries.length > 1 ? element('div', { class: 'entries' }, element('h4', null, `Back/forward list · entry ${position + 1} of ${entries.length}`),
        element('ol', null, ...entries.slice(0, 200).map((visit, i) => element('li', { class: i === position ? 'here' : i > position ? 'ahead' : '' },
          visit >= 0 ? element('button', { type: 'button', class: 'plain', onclick: () => select(visit) }, visitName(visit))
            : visit === -1 ? 'Root screen' : 'older')))) : null);
  }

  function show(each) {
    scene = each;
    if (scene < 0) {
      byID('stacks').replaceChildren(element('p', { class: 'empty' }, 'No scene fits.'));
    } else {
      const [key, opened, closed] = data.scenes[scene];
      const cards = [...stacksOfScene(scene)].map(card);
      fill(byID('stacks'),
        element('header', { class: 'scene-head' }, element('h2', null, oneLine(key) || 'scene'),
          element('p', null, `${closed ? `closed ${timeText(closed)}` : 'open'} · first saved ${timeText(opened)}`),
          element('button', { type: 'button', onclick: () => showInTree(scene) }, 'Show in the tree')),
        ...cards, cards.length === 0 ? element('p', { class: 'empty' }, 'It has no stacks.') : null);
    }
    byID('stacks').scrollTop = 0;
    list.draw(true);
  }

  function showInTree(each) {
    const group = layout.groups.find((group) => stack(group.stack).scene === each);
    main.open('tree');
    if (group) requestAnimationFrame(() => treeView.goTo(group));
  }

  function update() {
    if (byID('scenes').hidden) return;
    shown = search.isActive ? order.filter((each) => search.isSceneHit(each)) : order;
    list.show(shown.length);
    if (!shown.includes(scene)) show(shown[0] ?? -1); else show(scene);
  }

  return { update, show, reveal(each) { show(each); list.reveal(Math.max(0, shown.indexOf(each))); } };
})();

function openScene(scene) {
  main.open('scenes');
  scenesView.reveal(scene);
}
