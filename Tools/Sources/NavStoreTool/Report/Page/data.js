// The store's data, which the page contains as JSON, and functions that read it. Visits, items,
// routes, stacks and scenes are identified by their index in the data. The visit -1 is the root
// screen.

const data = JSON.parse(document.getElementById('data').textContent);
document.getElementById('data').remove();

const sums = (differences) => {
  const numbers = new Float64Array(differences.length);
  let last = 0;
  differences.forEach((difference, i) => { numbers[i] = last += difference; });
  return numbers;
};

const visitCount = data.id.length;
const visitID = sums(data.id);
const visitStack = Int32Array.from(sums(data.stack));
const visitRoute = Int32Array.from(data.route);
const visitParent = Int32Array.from(data.parent, (distance, i) => distance === 0 ? -1 : i - distance);
const visitItem = Int32Array.from(visitRoute, (route) => data.routeItem[route]);

// The time of each visit, in milliseconds since 1970; NaN if the user has not seen the visit.
const visitTime = new Float64Array(visitCount);
{
  let last = 0;
  data.time.forEach((difference, i) => { visitTime[i] = difference === null ? NaN : last += difference; });
}

const isSeen = (visit) => !Number.isNaN(visitTime[visit]);
const seenCount = visitTime.reduce((count, time) => count + (Number.isNaN(time) ? 0 : 1), 0);

// Groups the numbers from 0 to `count - 1` by `groupOf`, and leaves out numbers whose group is
// negative. Returns a function that returns the numbers of a group in ascending order.
function grouped(count, groupCount, groupOf) {
  const start = new Int32Array(groupCount + 1);
  for (let i = 0; i < count; i++) { const g = groupOf(i); if (g >= 0) start[g + 1]++; }
  for (let g = 0; g < groupCount; g++) start[g + 1] += start[g];
  const members = new Int32Array(start[groupCount]);
  const next = start.slice(0, groupCount);
  for (let i = 0; i < count; i++) { const g = groupOf(i); if (g >= 0) members[next[g]++] = i; }
  return (g) => members.subarray(start[g], start[g + 1]);
}

const childrenOf = grouped(visitCount, visitCount, (visit) => visitParent[visit]);
const visitsOfItem = grouped(visitCount, data.itemKey.length, (visit) => visitItem[visit]);
const stacksOfScene = grouped(data.stacks.length, data.scenes.length, (stack) => data.stacks[stack][0]);

const stack = (index) => {
  const [scene, account, name, tip, root, saved, position, list] = data.stacks[index];
  return { scene, account, name, tip, root, saved, position, list };
};

// Returns the visits from the bottom of the stack up to a visit.
function chain(visit) {
  const visits = [];
  for (let v = visit; v >= 0; v = visitParent[v]) visits.push(v);
  return visits.reverse();
}

// MARK: Names

// Returns the first eight strings, numbers and Booleans in a route's JSON, in the order of their
// keys. RouteLabel.swift selects the same values.
function valuesOf(json, found) {
  if (found.length >= 8) return found;
  if (Array.isArray(json)) json.forEach((value) => valuesOf(value, found));
  else if (json !== null && typeof json === 'object') {
    Object.keys(json).sort().forEach((key) => valuesOf(json[key], found));
  } else if (json !== null && json !== '') found.push(String(json));
  return found;
}

const oneLine = (text) => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
  .replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '').trim();

const kindOfItem = (item) => item < 0 ? '' : data.kinds[data.itemKind[item]];
const payloadOf = (route) => data.routePayload[route] === 0
  ? (data.routeItem[route] < 0 ? '' : data.itemKey[data.routeItem[route]]) : data.routePayload[route];

function nameOfPayload(payload, kind, tag) {
  let values;
  try { values = valuesOf(JSON.parse(payload), []); } catch { values = [payload]; }
  const words = (kind === tag ? [] : [kind]).concat(values.filter((value) => value !== kind));
  return words.join(' ') || kind;
}

const routeNames = new Array(data.routeItem.length);

function routeName(route) {
  if (routeNames[route] !== undefined) return routeNames[route];
  const item = data.routeItem[route];
  const title = item >= 0 ? data.itemTitle[item] : 0;
  const tag = data.tags[data.routeTag[route]];
  const kind = kindOfItem(item) || tag;
  const name = data.redacted ? `${tag} v${data.routeVersion[route]} ${kind}`
    : title || nameOfPayload(payloadOf(route), kind, tag);
  return routeNames[route] = oneLine(name).slice(0, 300) || kind || 'untitled';
}

const visitName = (visit) => visit < 0 ? 'Root screen' : routeName(visitRoute[visit]);

const firstRouteOfItem = new Int32Array(data.itemKey.length).fill(-1);
for (let route = data.routeItem.length - 1; route >= 0; route--) {
  if (data.routeItem[route] >= 0) firstRouteOfItem[data.routeItem[route]] = route;
}

function itemName(item) {
  if (data.redacted) return `${kindOfItem(item)} ${item + 1}`;
  if (firstRouteOfItem[item] >= 0) return routeName(firstRouteOfItem[item]);
  return oneLine(data.itemTitle[item] || data.itemKey[item]) || 'untitled';
}

function stackName(index) {
  const { scene, account, name } = stack(index);
  const parts = [scene < 0 ? 'deleted scene' : oneLine(data.scenes[scene][0]) || 'scene'];
  if (name) parts.push(oneLine(name));
  return parts.join(' / ') + (data.accounts[account] ? ` · ${oneLine(data.accounts[account])}` : '');
}

// MARK: Frecency

// The frecency of an item halves every 30 days, and is 1 at the item's moment. `relevance` returns
// it as a fraction of the highest frecency of all items. Moments are in units of 100 ms.
const halfLife = 2592000000;
const newestMoment = data.itemMoment.reduce((a, b) => Math.max(a, b), 0);
const relevance = (item) => data.itemMoment[item] === 0 ? 0
  : 2 ** ((data.itemMoment[item] - newestMoment) * 100 / halfLife);

// MARK: Text

const numberText = (number) => number.toLocaleString('en');
const plural = (count, noun) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

// A device with a wrong clock may have stored any time. A time outside the range of JavaScript's
// dates is shown as a dash.
const formatted = (format, time) => Math.abs(time) > 8.64e15 || Number.isNaN(time) ? '–' : format.format(time);
const timeText = (time) => formatted(timeFormat, time);

function bytesText(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let unit = 0;
  while (bytes >= 1000 && unit < 3) { bytes /= 1000; unit++; }
  return `${bytes < 10 && unit > 0 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}
