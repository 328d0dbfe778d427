// The view of the items. The initial order has the highest frecency first.

const itemsView = (() => {
  let [order, shown, by] = [null, [], 'frecency'];
  const orders = {
    frecency: (a, b) => data.itemMoment[b] - data.itemMoment[a] || b - a,
    visits: (a, b) => data.itemVisits[b] - data.itemVisits[a] || b - a,
    name: (a, b) => itemName(a).localeCompare(itemName(b)),
  };

  const list = new LongList(byID('item-list'), 44, (index) => {
    const item = shown[index];
    const meter = element('i');
    meter.style.width = `${Math.max(2, relevance(item) * 100)}%`;
    meter.style.background = colorOfItem(item);
    return element('button', { type: 'button', class: `line item${item === selectedItem ? ' picked' : ''}`, onclick: () => { selectItem(item); } },
      element('span', { class: 'rank' }, numberText(index + 1)),
      dot(item), element('span', { class: 'name' }, itemName(item), data.accounts[data.itemAccount[item]] ? element('small', null, oneLine(data.accounts[data.itemAccount[item]])) : null),
      badge(item),
      element('span', { class: 'meter', title: 'Frecency, of the highest' }, meter),
      element('span', { class: 'count' }, plural(data.itemVisits[item], 'visit')));
  });

  function update(keepsPlace = false) {
    if (byID('items').hidden) return;
    if (order === null) {
      order = [...data.itemKey.keys()].filter((item) => data.itemVisits[item] > 0).sort(orders[by]);
    }
    shown = search.isActive ? order.filter(search.isItemHit) : order;
    byID('item-count').textContent = shown.length < data.allItems && !search.isActive
      ? `${numberText(shown.length)} of ${plural(data.allItems, 'item')}` : plural(shown.length, 'item');
    for (const button of byID('item-bar').querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.order === by));
    }
    list.show(shown.length, keepsPlace);
  }

  byID('item-bar').addEventListener('click', (event) => {
    if (!event.target.dataset?.order) return;
    [by, order] = [event.target.dataset.order, null];
    update();
  });

  return { update, redraw: () => { if (!byID('items').hidden) list.draw(true); } };
})();
