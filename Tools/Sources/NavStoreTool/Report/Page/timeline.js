// The view of the visits by day. Its chart has a bar for each day, or for several days if the days
// don't fit. Its list has the visits that the user has seen.

const timeline = (() => {
  const canvas = byID('days');
  const day = 86_400_000;

  // The visits that the user has seen, newest first. They are ordered by number, not by time,
  // because the device's clock may have been set back.
  const seen = [];
  for (let v = visitCount - 1; v >= 0; v--) if (isSeen(v)) seen.push(v);

  // Days begin at midnight in the time zone of the browser that shows the page.
  const startOfDay = (time) => new Date(time).setHours(0, 0, 0, 0);
  const sound = (time) => Math.abs(time) < 8.64e15;
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const v of seen) {
    if (!sound(visitTime[v])) continue;
    firstDay = Math.min(firstDay, visitTime[v]);
    lastDay = Math.max(lastDay, visitTime[v]);
  }
  if (firstDay <= lastDay) [firstDay, lastDay] = [startOfDay(firstDay), startOfDay(lastDay)];

  let [span, shown] = [null, seen];  // the picked times: start and end; null for all
  let [perBar, counts] = [1, new Float64Array(0)];
  let dragStart = null;

  const list = new LongList(byID('day-list'), 38, (index) => {
    const visit = shown[index];
    const date = formatted(dayFormat, visitTime[visit]);
    const isFirst = index === 0 || formatted(dayFormat, visitTime[shown[index - 1]]) !== date;
    const row = element('button', { type: 'button', class: `line${visit === selected ? ' picked' : ''}`, onclick: () => select(visit) },
      element('time', { class: 'date' }, isFirst ? date : ''),
      element('time', null, formatted(clockFormat, visitTime[visit])),
      dot(visitItem[visit]), element('span', { class: 'name' }, visitName(visit)),
      element('small', { class: 'where' }, stackName(visitStack[visit])));
    if (isFirst && index > 0) row.classList.add('begins');
    return row;
  });

  function count() {
    const days = Math.round((lastDay - firstDay) / day) + 1;
    perBar = Math.max(1, Math.ceil(days / Math.max(1, Math.floor(canvas.clientWidth / 5))));
    counts = new Float64Array(Math.ceil(days / perBar) || 0);
    for (const v of seen) if (sound(visitTime[v]) && !search.hides(v)) counts[barOf(visitTime[v])]++;
  }

  const barOf = (time) => Math.min(counts.length - 1, Math.max(0, Math.floor((time - firstDay) / (day * perBar))));
  const barStep = (width) => Math.min(64, width / Math.max(counts.length, 1));
  const startOfBar = (bar) => firstDay + bar * perBar * day;

  function draw() {
    const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
    if (width === 0) return;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    count();
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    const [bottom, room] = [height - 22, height - 40];
    const step = barStep(width);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = color('muted');
    if (most > 0) context.fillText(`${numberText(most)} in ${barName()}`, 2, 12);
    counts.forEach((number, bar) => {
      if (number === 0) return;
      const isPicked = span === null || (startOfBar(bar) < span[1] && startOfBar(bar + 1) > span[0]);
      context.fillStyle = color('accent');
      context.globalAlpha = isPicked ? 0.9 : 0.25;
      const h = Math.max(2, number / most * room);
      context.beginPath();
      context.roundRect(bar * step + 0.5, bottom - h, Math.max(1, Math.min(step * 0.82, step - 1)), h, [Math.min(3, step / 3), Math.min(3, step / 3), 0, 0]);
      context.fill();
    });
    context.globalAlpha = 1;
    context.fillStyle = color('line');
    context.fillRect(0, bottom, width, 1);
    drawDates(context, color('muted'), step, height, width);
  }

  function drawDates(context, ink, step, height, width) {
    const format = new Intl.DateTimeFormat('en-GB', perBar > 20 ? { year: 'numeric' } : perBar > 1 ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' });
    context.fillStyle = ink;
    let end = -50;
    let last = '';
    for (let bar = 0; bar < counts.length; bar++) {
      const text = formatted(format, startOfBar(bar));
      const x = bar * step;
      const room = context.measureText(text).width;
      if (text === last || x < end + 18 || x + room > width) continue;
      context.fillText(text, x, height - 6);
      [end, last] = [x + room, text];
    }
  }

  const barName = () => perBar === 1 ? 'a day' : perBar === 7 ? 'a week' : `${perBar} days`;

  function pick(from, to) {
    span = from === null ? null : [from, to];
    update();
  }

  function update(keepsPlace = false) {
    shown = seen.filter((v) => !search.hides(v) && (span === null || (visitTime[v] >= span[0] && visitTime[v] < span[1])));
    byID('span').textContent = span === null ? 'All days'
      : span[1] - span[0] <= day * 1.1 ? formatted(dayFormat, span[0])
      : `${formatted(dayFormat, span[0])} – ${formatted(dayFormat, span[1] - 1)}`;
    byID('span-note').textContent = plural(shown.length, 'visit');
    byID('span-clear').hidden = span === null;
    if (byID('timeline').hidden) return;
    draw();
    list.show(shown.length, keepsPlace);
  }

  const barAt = (event) => {
    const box = canvas.getBoundingClientRect();
    const step = barStep(box.width);
    return Math.max(0, Math.min(counts.length - 1, Math.floor((event.clientX - box.left) / step)));
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (counts.length === 0) return;
    canvas.setPointerCapture(event.pointerId);
    dragStart = barAt(event);
    pick(startOfBar(dragStart), startOfBar(dragStart + 1));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (dragStart === null) return;
    const bar = barAt(event);
    pick(startOfBar(Math.min(bar, dragStart)), startOfBar(Math.max(bar, dragStart) + 1));
  });
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { dragStart = null; });
  byID('span-clear').addEventListener('click', () => pick(null));
  new ResizeObserver(() => { if (!byID('timeline').hidden) draw(); }).observe(canvas);

  return { update, draw, redraw: () => { if (!byID('timeline').hidden) list.draw(true); } };
})();
