// What a filler does on a page, in any engine: looks, presses, reads what came of it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestService } from '../support/service.ts';
import type { Engine } from './engine.ts';

export type Filler = ReturnType<typeof fillerOn>;

export function fillerOn(engine: Engine, service: TestService) {
  let marks = 0;
  const wait = (script: string, ...args: unknown[]) => expect.poll(() => engine.run(script, ...args));
  /** What is far below gets its true height when it is scrolled to: it is pressed once it keeps its place. */
  const pressFound = async (found: string, sought: string) => {
    marks += 1;
    const mark = `t${marks}`;
    const script = `const [sought, mark] = arguments;
      const found = ${found};
      if (found == null) return false;
      found.setAttribute('data-mark', mark);
      found.scrollIntoView({ block: 'center' });
      const before = window.pressedAt;
      const { x, y } = found.getBoundingClientRect();
      window.pressedAt = [mark, x, y].join();
      return document.querySelector('.loading') === null && before === window.pressedAt;`;
    await wait(script, sought, mark).toBe(true);
    await engine.click(`[data-mark="${mark}"]`);
  };
  return {
    engine,
    shows: (selector: string) => wait('return document.querySelector(arguments[0]) !== null', selector).toBe(true),
    isVisible: (selector: string) =>
      wait('return document.querySelector(arguments[0])?.offsetParent != null', selector).toBe(true),
    says: (text: string) => wait('return document.body.innerText').toContain(text),
    hasValue: (selector: string, value: string) =>
      wait('return document.querySelector(arguments[0])?.value', selector).toBe(value),
    hasFocus: (id: string) => wait('return document.activeElement.id').toBe(id),
    /** Presses the control whose label says this. */
    async press(text: string) {
      const named = `[...document.querySelectorAll('label, button, a, [role=option], [role=radio]')]
        .filter((one) => one.offsetParent !== null)
        .find((one) => (one.getAttribute('aria-label') ?? one.innerText).trim().replace(/\\u00a0/g, ' ').startsWith(sought))`;
      await pressFound(named, text);
    },
    pressAt: (selector: string) => pressFound('document.querySelector(sought)', selector),
    /** Sets a control that every engine has its own keys for, such as a list or a date. */
    choose: (selector: string, value: string) =>
      engine.run(
        `const control = document.querySelector(arguments[0]);
        control.value = arguments[1];
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));`,
        selector,
        value,
      ),
    async entriesOf(form: string): Promise<unknown[]> {
      const { key } = service.people.alice;
      const { body } = await service.call('GET', '/entry', { key, query: { query: { form } } });
      return (body.data as { data: unknown }[]).map(({ data }) => data);
    },
    async picture(name: string) {
      const pictures = process.env['PICTURES'];
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      await engine.picture(join(pictures, `${name}-${engine.name.toLowerCase()}.png`));
    },
  };
}
