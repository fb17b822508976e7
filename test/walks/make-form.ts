// A random form: questions of random kinds, with conditions, in sections, tabs, columns and rows, and the kind of each by its name.
import { type Kind, kinds } from './kinds.ts';
import type { Random } from './random.ts';

export interface WalkForm {
  readonly body: Readonly<Record<string, unknown>>;
  readonly elements: readonly object[];
  /** By the last name of its path. */
  readonly kindOf: ReadonlyMap<string, Kind>;
}

export function makeWalkForm(random: Random): WalkForm {
  const kindOf = new Map<string, Kind>();
  let made = 0;
  const question = (more: object = {}) => {
    made += 1;
    const name = `q${made}`;
    const kind = random.pick(kinds);
    kindOf.set(name, kind);
    const label = random.pick(['Question', 'שאלה', 'A long question with <signs> & words']);
    return { ...kind.element, name, label: `${label} ${made}`, ...more };
  };
  const some = (most: number) => Array.from({ length: random.below(most) + 1 }, () => question());
  const condition = { type: 'fBool', name: 'more', label: 'Show more' };
  kindOf.set('more', kinds.find(({ name }) => name === 'bool') as Kind);
  const containers = [
    () => question(),
    () => question(),
    () => question({ relevant: 'model.more' }),
    () => ({ type: 'cSection', name: `part${made}`, label: `Part ${made}`, children: some(3) }),
    () => ({ type: 'cRow', name: `columns${made}`, children: [some(1), some(1)] }),
    () => ({
      ...{ type: 'cTabs', name: `tabs${made}`, tabs: [{ label: 'First' }, { label: 'Second' }] },
      children: [some(2), some(2)],
    }),
    () => ({ type: 'cRepeat', name: `rows${made}`, label: `Rows ${made}`, children: some(2) }),
  ];
  const elements = [condition, ...Array.from({ length: random.below(5) + 2 }, () => random.pick(containers)())];
  const body = {
    locale: random.pick(['en', 'he']),
    display: random.chance(80) ? 'page' : 'steps',
    formSchema: { rootElem: { type: 'cSection', name: 'root', children: elements } },
  };
  return { body, elements, kindOf };
}
