// Every kind of question by keys alone, in both directions; and what screen readers are given of it, a file for each kind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import type { Engine } from '../engines/engine.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit } from '../support/fill-page.ts';
import { answerByKeys } from '../walks/by-keys.ts';
import { type Kind, kinds } from '../walks/kinds.ts';
import { personAt } from '../walks/person.ts';

let fill: FillTest;
let engine: Engine;
let folder: string;
beforeAll(async () => {
  fill = await startFillTest();
  engine = await openChromium();
  folder = mkdtempSync(join(tmpdir(), 'formstead-keys-'));
});
afterAll(async () => {
  await engine.close();
  await fill.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['en', 'he'] as const)('[fill-links.keys] in %s', (locale) => {
  test.each(kinds.filter(({ keys }) => keys !== undefined).map((kind) => [kind.name, kind] as const))(
    '%s is answered by keys alone',
    async (_, kind) => {
      const network = { url: fill.service.url } as never;
      const { meant, stored } = await answerByKeys(kind, locale, {
        ...{ person: personAt(engine, folder), service: fill.service, network },
      });
      expect(stored).toEqual(meant);
    },
  );
});

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  '[fill-links.keys] %s: name, role, value, description and messages for screen readers, each once',
  async (name, kind) => {
    const trees: string[] = [];
    for (const locale of ['en', 'he'] as const) {
      const question = { ...kind.element, name: 'q', label: 'Question', help: 'The help', reqValidator: true };
      const form = await makeForm(fill.service, { locale, formSchema: { rootElem: root(question) } });
      const { page, context } = await fill.open(`/f/${form}/`);
      await page.waitForSelector('.field');
      await page.waitForSelector('.loading', { state: 'detached' });
      await submit(page);
      await page.waitForSelector('.summary');
      const message = (await page.textContent('.field .message')) ?? '';
      const tree = await readTree(page, kind);
      trees.push(`${locale}\n${tree}`);
      const told = tree
        .split('\n')
        .filter((line) => line.includes(`: ${JSON.stringify(message)}`) || line.includes(message));
      // As the description of the field, and where it stands.
      expect(told.filter((line) => line.includes('description')).length, tree).toBe(1);
      for (const line of tree.split('\n')) {
        const [, called, described] = /"([^"]*)" description "([^"]*)"/.exec(line) ?? [];
        if (called !== undefined) expect(called).not.toBe(described);
      }
      await context.close();
    }
    await expect(`${trees.join('\n')}\n`).toMatchFileSnapshot(`trees/${name}.txt`);
  },
);

interface TreeNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly value?: { readonly value: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
}

const states = ['invalid', 'required', 'checked', 'expanded', 'readonly', 'disabled', 'multiselectable', 'valuetext'];

async function readTree(page: Page, _kind: Kind): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: TreeNode[] };
  const { root: dom } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: dom.nodeId, selector: '.field' });
  const { node } = await session.send('DOM.describeNode', { nodeId });
  const byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const lines: string[] = [];
  const visit = (one: TreeNode, depth: number) => {
    const role = one.role?.value ?? '';
    const isShown = !one.ignored && !['generic', 'none', 'InlineTextBox', 'LineBreak', 'ListMarker'].includes(role);
    if (isShown) {
      const facts = [
        `${role} ${JSON.stringify(one.name?.value ?? '')}`,
        one.description?.value ? `description ${JSON.stringify(one.description.value)}` : '',
        one.value?.value ? `value ${JSON.stringify(one.value.value)}` : '',
        ...(one.properties ?? []).flatMap(({ name, value }) =>
          states.includes(name) && value.value !== false && value.value !== 'false'
            ? `${name}=${String(value.value)}`
            : [],
        ),
      ];
      lines.push('  '.repeat(depth) + facts.filter(Boolean).join(' '));
    }
    // What is inside the browser's own controls differs from version to version.
    if (['Date', 'DateTime', 'InputTime', 'ColorWell', 'textbox', 'MenuListPopup'].includes(role)) return;
    const options = (one.childIds ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
    for (const child of options.slice(0, 20)) visit(child, depth + (isShown ? 1 : 0));
  };
  const start = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  if (start === undefined) throw new Error('The field is not in the tree.');
  visit(start, 0);
  await session.detach();
  return lines.join('\n');
}
