import { expect, test } from 'vitest';
import {
  addressOf,
  firstState,
  isNarrowed,
  isSameState,
  readAddress,
  stateOfView,
  viewStateOf,
} from './table-state.ts';

const adult = { path: 'age', op: 'gte', value: 18 } as const;
const where = `where=${encodeURIComponent(JSON.stringify(adult)).replaceAll('%20', '+')}`;
const view = 'a'.repeat(24);

test.each([
  ['', {}, ''],
  ['?status=all&since=7', { status: 'all', since: '7' }, '?status=all&since=7'],
  ['?status=submitted', {}, ''],
  ['?since=2024-05-01', { since: '2024-05-01' }, '?since=2024-05-01'],
  ['?status=deleted&since=2024-99-99', {}, ''],
  ['?status=__proto__&since=8&x=1', {}, ''],
  ['?search=%D7%A9%D7%9C%D7%95%D7%9D+a', { search: 'שלום a' }, '?search=%D7%A9%D7%9C%D7%95%D7%9D+a'],
  [`?search=${'x'.repeat(300)}`, { search: 'x'.repeat(200) }, `?search=${'x'.repeat(200)}`],
  [`?${where}&sort=-age`, { where: adult, sort: { path: 'age', isDescending: true } }, `?${where}&sort=-age`],
  ['?where=%7B&sort=-', {}, ''],
  ['?where=%7B%22and%22%3A%5B%5D%7D', {}, ''],
] as const)('[management] filters: %s is read, and written again', (search, changed, written) => {
  const address = readAddress(search);
  expect(address.state).toEqual({ ...firstState, ...changed });
  expect(addressOf(address)).toBe(written);
});

test('[management] views: an address that names only a view is the view; with anything else it is what it says', () => {
  expect(readAddress(`?view=${view.toUpperCase()}`)).toEqual({
    state: firstState,
    view,
    entry: undefined,
    isOfView: true,
  });
  expect(addressOf({ state: firstState, view, entry: view, isOfView: true })).toBe(`?view=${view}&entry=${view}`);
  // The first state again, but not that of the view.
  const changed = addressOf({ state: firstState, view, entry: undefined, isOfView: false });
  expect(changed).toBe(`?view=${view}&status=submitted`);
  expect(readAddress(changed).isOfView).toBe(false);
  expect(readAddress('?view=1').view).toBeUndefined();
});

test('[management] views: what is saved is what is read back', () => {
  const state = readAddress(`?status=saved&since=30&search=x&${where}&sort=name`).state;
  expect(stateOfView({ state: viewStateOf(state) })).toEqual(state);
  expect(isSameState(stateOfView({ state: viewStateOf(state) }), state)).toBe(true);
  expect(isSameState(state, { ...state, sort: undefined })).toBe(false);
  expect(stateOfView({ state: {} })).toEqual(firstState);
  const broken = { status: 'gone', where: { path: 1 }, sort: 3 } as never;
  expect(stateOfView({ state: broken })).toEqual(firstState);
  expect([isNarrowed(firstState), isNarrowed({ ...firstState, where: adult })]).toEqual([false, true]);
});
