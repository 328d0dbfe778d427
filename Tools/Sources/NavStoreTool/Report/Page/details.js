// The panel with the details of the selected visit or item.

let selected = -1;
let selectedItem = -1;

const details = (() => {
  const panel = byID('details');
  const mostLinks = 60;

  const fact = (name, ...value) => [element('dt', null, name), element('dd', null, ...value)];

  const visitLink = (visit, note) => element('button', {
    type: 'button', class: visit === selected ? 'link here' : 'link', onclick: () => select(visit, { reveals: true }),
  }, dot(visit < 0 ? -1 : visitItem[visit]), element('span', { class: 'name' }, visitName(visit)), note ? element('small', null, note) : null);

  function section(title, visits, note) {
    if (visits.length === 0) return null;
    const shown = visits.slice(0, mostLinks);
    return element('section', null, element('h3', null, title),
      ...shown.map((visit) => visitLink(visit, note(visit))),
      visits.length > mostLinks ? element('p', { class: 'more' }, `and ${numberText(visits.length - mostLinks)} more`) : null);
  }

  function heading(name, item, subtitle) {
    return element('header', null,
      element('div', null, element('h2', null, name), element('p', null, item >= 0 ? badge(item) : null, subtitle)),
      element('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => select(-1) }, '×'));
  }

  function payloadSection(route) {
    if (data.redacted || route < 0) return null;
    const payload = payloadOf(route);
    let text = payload;
    try { text = JSON.stringify(JSON.parse(payload), null, 2); } catch { /* a shortened or damaged payload is shown unchanged */ }
    return element('section', null, element('h3', null, 'Route as stored'), element('pre', null, text));
  }

  function showVisit(visit) {
    const [route, item] = [visitRoute[visit], visitItem[visit]];
    const path = chain(visit);
    const { scene, account, name } = stack(visitStack[visit]);
    const others = item < 0 ? [] : [...visitsOfItem(item)].reverse();
    fill(panel,
      heading(visitName(visit), item, `${data.tags[data.routeTag[route]]} v${data.routeVersion[route]}`),
      element('dl', null,
        ...fact('Seen', isSeen(visit) ? timeText(visitTime[visit]) : 'not yet'),
        ...fact('Scene', scene < 0 ? 'deleted' : element('button', { type: 'button', class: 'plain', onclick: () => openScene(scene) }, oneLine(data.scenes[scene][0]))),
        ...(name ? fact('Stack', oneLine(name)) : []),
        ...(data.accounts[account] ? fact('Account', oneLine(data.accounts[account])) : []),
        ...fact('Visit', `number ${visitID[visit]}, depth ${path.length}${layout.current[visit] === 3 ? ', on top now' : layout.current[visit] ? ', on a stack now' : ''}`),
        ...(main.view === 'tree' ? [] : fact('Tree', element('button', { type: 'button', class: 'plain', onclick: () => { main.open('tree'); select(visit, { reveals: true }); } }, 'Show it there'))),
        ...(item >= 0 ? fact('Item', element('button', { type: 'button', class: 'plain', onclick: () => selectItem(item) }, `${plural(data.itemVisits[item], 'visit')}`)) : [])),
      section('Stack up to here', path.length > mostLinks ? path.slice(-mostLinks) : path, () => ''),
      section('Went on to', [...childrenOf(visit)], (each) => isSeen(each) ? timeText(visitTime[each]) : ''),
      others.length > 1 ? section('All visits of this item', others, (each) => timeText(visitTime[each])) : null,
      payloadSection(route));
    finish();
  }

  function showItem(item) {
    const visits = [...visitsOfItem(item)].reverse();
    fill(panel,
      heading(itemName(item), item, plural(data.itemVisits[item], 'visit')),
      element('dl', null,
        ...(data.redacted ? [] : fact('Key', element('code', null, oneLine(data.itemKey[item])))),
        ...fact('Last seen', visits.length > 0 ? timeText(Math.max(...visits.slice(0, 1000).map((v) => visitTime[v] || 0))) : 'before what is shown')),
      section('Visits', visits, (each) => isSeen(each) ? timeText(visitTime[each]) : 'not seen'),
      payloadSection(firstRouteOfItem[item]));
    finish();
  }

  function finish() {
    panel.hidden = false;
    panel.scrollTop = 0;
  }

  return { showVisit, showItem, visitLink, hide() { panel.hidden = true; panel.replaceChildren(); } };
})();

function select(visit, { reveals = false } = {}) {
  [selected, selectedItem] = [visit, -1];
  if (visit < 0) details.hide(); else details.showVisit(visit);
  if (reveals && visit >= 0 && main.view === 'tree') requestAnimationFrame(() => { treeView.resize(); treeView.reveal(visit); });
  main.changed();
}

function selectItem(item) {
  [selected, selectedItem] = [-1, item];
  details.showItem(item);
  main.changed();
}
