// Do all agree on where values sit? The plan that stores data, the walk, and those who visit it or share its rule: the
// builder's names and paths, samples, columns, the outline of the PDF and the page's tree.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenForm, validForm } from '../../../test/support/random-forms.ts';
import { sampleScope } from '../../admin/builder/after/sample-scope.ts';
import { fieldNames } from '../../admin/builder/expressions/expression-names.ts';
import { dataKeysOf, findByModelPath, modelPathOf } from '../../admin/builder/tree/data-keys.ts';
import { makeSample } from '../../admin/sample/make-sample.ts';
import { childrenOf, type ViewNode, viewTree } from '../../form-view/view-node.ts';
import { type OutlineNode, outlineForm } from '../../server/pdf/form-outline.ts';
import { columnSeparator, fieldColumns } from '../plan/columns.ts';
import { compileForm, readForm } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import type { FormPlan, RowShape } from '../plan/form-plan.ts';
import { readOptionList } from '../plan/option-list.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { checkElement } from './check-element.ts';
import { checkForm } from './check-form.ts';
import type { Element, FormDefinition, JsonObject, JsonValue } from './form-definition.ts';
import { dataPathOf, type ElementPlace, walkElements } from './walk-elements.ts';

const runs = { numRuns: 100 };

test('[forms.elements.walk] a form with everything: paths in the definition and in the data', () => {
  const rootElem = {
    type: 'cSection',
    secFlat: false,
    children: [
      { type: 'fInput', name: 'a' },
      { type: 'cTabs', name: 't', tabs: [{ name: 'one' }], children: [[{ type: 'fInput', name: 'b' }], 'x', []] },
      {
        type: 'cRepeat',
        name: 'r',
        children: [{ type: 'cSection', name: 's', secFlat: false, children: [{ type: 'fBool', name: 'c' }] }],
      },
      { type: 'cRepeat', children: [{ type: 'fInput', name: 'lost' }] },
      { type: 'eText', name: 'e', children: [{ type: 'fInput', name: 'not inside' }] },
      { type: 'what', name: 'w', children: [{ type: 'fInput', name: 'nor here' }] },
      null,
    ],
  } as unknown as Element;
  const places = [...walkElements({ formSchema: { rootElem } })];
  expect(
    places.map(({ elementPath, dataKeys, repeat, tab }) => [elementPath, dataKeys, repeat?.name, tab?.name]),
  ).toEqual([
    ['formSchema.rootElem', ['root'], undefined, undefined],
    ['formSchema.rootElem.children.0', ['root', 'a'], undefined, undefined],
    ['formSchema.rootElem.children.1', undefined, undefined, undefined],
    ['formSchema.rootElem.children.1.children.0.0', ['root', 'b'], undefined, 'one'],
    ['formSchema.rootElem.children.2', ['root', 'r'], undefined, undefined],
    ['formSchema.rootElem.children.2.children.0', ['s'], 'r', undefined],
    ['formSchema.rootElem.children.2.children.0.children.0', ['s', 'c'], 'r', undefined],
    ['formSchema.rootElem.children.3', undefined, undefined, undefined],
    ['formSchema.rootElem.children.3.children.0', undefined, undefined, undefined],
    ['formSchema.rootElem.children.4', undefined, undefined, undefined],
  ]);
});

test('[forms.elements.walk] the builder names what the form stores, also where the root has an object of its own', () => {
  const rootElem: Element = {
    type: 'cSection',
    name: 'root',
    secFlat: false,
    children: [{ type: 'fInput', name: 'a' }],
  };
  const form: FormDefinition = { formSchema: { rootElem } };
  expect(fieldNames(form).fields.map(({ text }) => text)).toEqual(['model.root', 'model.root.a']);
  expect(makeSample(form)).toEqual({ root: { a: 'a: answer' } });
});

test('[forms.elements.walk] all agree on where the values of a random form sit', () => {
  fc.assert(
    fc.property(validForm, (form) => {
      expect(checkForm(form)).toEqual([]);
      agree(form, compile(form));
    }),
    runs,
  );
});

test('[forms.elements.walk] the sample of a random form is accepted, and stored as it is', () => {
  fc.assert(
    fc.property(validForm, fc.constantFrom(1, 2), (form, rows) => {
      const plan = compile(form);
      const sample = makeSample(form, { rows });
      const context = { cleanHtml: (html: string) => html };
      const { messages, data } = validateEntry(plan, sample, { rules: 'all', context });
      expect(messages).toEqual([]);
      expect(data).toEqual(withoutNothing(sample) ?? {});
      for (const { name, read } of fieldColumns(plan)) {
        const place = [...walkElements(form)].find((one) => one.kind === 'field' && columnOf(one) === name)!;
        const found = valuesAt(data, place);
        expect([name, read(data) === '']).toEqual([name, found.length === 0]);
      }
    }),
    runs,
  );
});

test.each([{ typeValidator: null }, { repMaxRows: 'x' }, { fileTypes: 5 }, { matrixQuestions: 7 }, { tabs: 5 }])(
  '[forms.elements.walk] a property of the wrong kind is a problem and no crash, also in an element with children: %j',
  (wrong) => {
    for (const type of ['fInput', 'fDate', 'fFile', 'fMatrix', 'cRepeat', 'cTabs']) {
      const children = [{ type, name: 'a', children: [], ...wrong }] as unknown as Element[];
      const form: FormDefinition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
      const isKnown = type === 'fMatrix' || !('matrixQuestions' in wrong);
      expect([type, checkForm(form).length > 0]).toEqual([type, isKnown && (!('tabs' in wrong) || type === 'cTabs')]);
      expect(makeSample(form)).toBeTypeOf('object');
    }
  },
);

test('[forms.elements.walk] a broken form is walked as far as it goes: nothing throws, and what core can read is found', () => {
  fc.assert(
    fc.property(brokenForm, (form) => {
      const plan = readForm(form, [], { ...compileTools, checkElement });
      const walked = new Set(storedPlaces(form).map(modelPathHere));
      for (const path of storedPaths(plan.shapes[0], 'model')) expect(walked).toContain(path);
      builderAgrees(form);
      const sample = makeSample(form);
      sampleScope(form, { data: sample, entry: undefined }, { formId: 'f', appUrl: 'http://forms.test' });
      if (checkForm(form).length === 0) agree(form, compile(form));
    }),
    { numRuns: 200 },
  );
});

function compile(form: FormDefinition): FormPlan {
  return compileForm(form, compileTools);
}

function agree(form: FormDefinition, plan: FormPlan): void {
  const places = storedPlaces(form);
  expect(places.map(modelPathHere)).toEqual(storedPaths(plan.shapes[0], 'model'));
  builderAgrees(form);
  const fields = places.filter(({ kind }) => kind === 'field');
  expect(fieldColumns(plan).map(({ name }) => name)).toEqual(fields.map(columnOf));
  const shown = fields.filter((place) => !isNeverShown(place));
  expect(outlinedFields(outlineForm(form, plan)).map(({ path }) => path)).toEqual(shown.map(dataPathOf));
  const tree = viewTree(form, plan, compileTools);
  const viewed = tree === undefined ? [] : viewedNodes(tree);
  const drawn = places.filter(({ kind }) => kind !== 'section');
  expect(viewed.map(({ keys, elementPath }) => [keys, elementPath])).toEqual(
    drawn.map(({ dataKeys, elementPath }) => [dataKeys, elementPath]),
  );
  for (const node of viewed) expect(node.step.path).toBe(node.path);
}

/** The names of the entry, and at the first child of each repeat those of its rows. */
function builderAgrees(form: FormDefinition): void {
  const places = storedPlaces(form);
  expect(namesAt(form, 'model', undefined)).toEqual(namesIn(places, 'model', undefined));
  const elementPaths = new Map<string, string>();
  for (const place of places) {
    if (place.kind === 'repeat') expect(namesAt(form, 'row', place)).toEqual(namesIn(places, 'row', place));
    const path = modelPathHere(place);
    expect(modelPathOf(form, place.elementPath)).toBe(path);
    expect(dataKeysOf(form, place.elementPath)).toEqual({ repeat: place.repeat?.elementPath, keys: place.dataKeys });
    // Of two that share a place, the first is found.
    if (!elementPaths.has(path)) elementPaths.set(path, place.elementPath);
    expect(findByModelPath(form, path)).toBe(elementPaths.get(path));
  }
}

function namesAt(form: FormDefinition, base: 'model' | 'row', repeat: ElementPlace | undefined): string[][] {
  const { fields } = fieldNames(form, repeat && `${repeat.elementPath}.children.0`);
  return fields.filter(({ path }) => path[0] === base).map(({ path }) => [...path]);
}

/** Each question of a matrix has a name too. */
function namesIn(places: readonly ElementPlace[], base: 'model' | 'row', repeat: ElementPlace | undefined): string[][] {
  return places.flatMap(({ element, dataKeys, repeat: own }) => {
    if (own?.elementPath !== repeat?.elementPath) return [];
    const path = [base, ...dataKeys!];
    const questions: unknown = element.type === 'fMatrix' ? element.matrixQuestions : [];
    const asked = readOptionList(Array.isArray(questions) ? questions : []);
    return [path, ...asked.map(({ value }) => [...path, String(value)])];
  });
}

function storedPlaces(form: FormDefinition): ElementPlace[] {
  return [...walkElements(form)].filter(({ dataKeys }) => dataKeys !== undefined);
}

function modelPathHere(place: ElementPlace): string {
  return `${place.repeat === undefined ? 'model' : modelPathHere(place.repeat)}${dataPathOf(place)}`;
}

/** Of all fields, repeats and objects, in form order. */
function storedPaths(shape: RowShape, start: string): string[] {
  return shape.steps.flatMap((step) => {
    if (step.kind === 'screen-state') return [];
    const path = start + step.path;
    return step.kind === 'repeat' ? [path, ...storedPaths(step.rows, path)] : [path];
  });
}

function columnOf(place: ElementPlace): string {
  const names: string[] = [];
  for (let at: ElementPlace | undefined = place; at !== undefined; at = at.parent) {
    names.unshift(...(at.tab?.name === undefined ? [] : [at.tab.name]), at.parent === undefined ? 'root' : at.name!);
  }
  return names.join(columnSeparator);
}

function isNeverShown({ element, tab, parent }: ElementPlace): boolean {
  return element.relevant === false || tab?.relevant === false || (parent !== undefined && isNeverShown(parent));
}

function outlinedFields(nodes: readonly OutlineNode[]): { readonly path: string }[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'field') return [node.step];
    if (node.kind === 'columns') return node.columns.flatMap(outlinedFields);
    return node.kind === 'text' ? [] : outlinedFields(node.children);
  });
}

function viewedNodes(node: ViewNode): Extract<ViewNode, { kind: 'field' | 'repeat' }>[] {
  const inside = childrenOf(node).flatMap(viewedNodes);
  return node.kind === 'field' || node.kind === 'repeat' ? [node, ...inside] : inside;
}

/** What is stored at a place, of every row. */
function valuesAt(data: JsonObject, place: ElementPlace): JsonValue[] {
  const rows = place.repeat === undefined ? [data] : valuesAt(data, place.repeat).flat();
  return rows.flatMap((row) => {
    const value = place.dataKeys!.reduce<JsonValue | undefined>(
      (holder, key) => (Object.hasOwn(Object(holder), key) ? (holder as JsonObject)[key] : undefined),
      row as JsonValue,
    );
    return value === undefined ? [] : [value];
  });
}

/** Objects without values are not stored, and rows without any are null. */
function withoutNothing(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((row) => withoutNothing(row) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const kept = withoutNothing(one);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
