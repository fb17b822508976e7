// What a person does with one control, in any engine: by mouse where it is pressed, by keys where it is typed into.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Engine } from '../engines/engine.ts';

export type Person = ReturnType<typeof personAt>;

export function personAt(engine: Engine, folder: string) {
  const until = (script: string, ...args: unknown[]) =>
    expect.poll(() => engine.run<boolean>(script, ...args), { message: `${script} ${args.join()}` }).toBe(true);
  const isThere = 'return document.querySelector(arguments[0]) !== null';
  const press = async (selector: string) => {
    await until(isThere, selector);
    await engine.run('document.querySelector(arguments[0]).scrollIntoView({ block: "center" })', selector);
    await engine.click(selector);
  };
  const focus = (selector: string) => engine.run<void>('document.querySelector(arguments[0]).focus()', selector);
  return {
    engine,
    until,
    press,
    focus,
    shows: (selector: string) => until(isThere, selector),
    has: (selector: string) => engine.run<boolean>(isThere, selector),
    text: () => engine.run<string>('return document.body.innerText'),
    keys: (...names: string[]) => engine.keys(...names),
    write: (text: string) => engine.write(text),
    /** In place of what is there. */
    async retype(selector: string, text: string) {
      await press(selector);
      await engine.keys('Control+a');
      if (text === '') await engine.keys('Backspace');
      else await engine.write(text);
    },
    /** Sets a control that every engine has its own picker for. */
    set: (selector: string, value: string) =>
      engine.run<void>(
        `const control = document.querySelector(arguments[0]);
        control.value = arguments[1];
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));`,
        selector,
        value,
      ),
    async attach(selector: string, name: string) {
      const file = join(folder, name);
      writeFileSync(file, `in ${name}`);
      await until(isThere, selector);
      await engine.type(selector, file);
    },
  };
}
