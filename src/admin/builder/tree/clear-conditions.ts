// Conditions of others that read what is about to be deleted: the tests about it are taken out, the rest of the condition
// stays; a condition that is about nothing else goes.
import type { Condition, Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { withChanges } from '../../../fields/with-changes.ts';
import { readRows, writeRows } from '../expressions/condition-rows.ts';
import { fieldNames } from '../expressions/expression-names.ts';
import { dataKeysOf, repeatAround } from './data-keys.ts';
import { eachElement, elementAt, rootOf, withValue } from './element-tree.ts';
import { type DataTarget, isOf, type Reader } from './references.ts';

/** Whether a reader is a condition of an element, which can be cleared; calculations and texts are for people to change. */
export function isClearable({ path, property }: Reader): boolean {
  return path.startsWith('formSchema.') && /^(relevant|readonly|reqValidator\.req|tabs\.\d+\.relevant)$/.test(property);
}

/** `gone` are the paths of what will be deleted; `readers` are those that `usersOf` found. */
export function clearConditions(
  definition: FormDefinition,
  readers: readonly Reader[],
  gone: readonly string[],
): FormDefinition {
  const targets = targetsIn(definition, gone);
  return readers.filter(isClearable).reduce((now, { path, property }) => {
    const element = elementAt(now, path);
    if (element === undefined) return now;
    const names = fieldNames(now, path);
    const repeat = repeatAround(now, path);
    const clear = (condition: Condition | undefined): string | undefined => {
      const rows = typeof condition === 'string' ? readRows(condition, names) : undefined;
      if (rows === undefined) return undefined;
      const isLeft = (field: readonly string[]) => !targets.some((target) => isOf(field, { repeat }, target));
      return writeRows({ ...rows, tests: rows.tests.filter(({ field }) => isLeft(field.path)) });
    };
    return withValue(now, path, cleared(element, property, clear));
  }, definition);
}

function cleared(element: Element, property: string, clear: (condition?: Condition) => string | undefined): Element {
  const [, tab] = /^tabs\.(\d+)\./.exec(property) ?? [];
  if (tab !== undefined) {
    const tabs = (element.tabs ?? []).map((one, at) => {
      if (at !== Number(tab)) return one;
      const { relevant, ...rest } = one;
      const left = clear(relevant);
      return left === undefined ? rest : { ...rest, relevant: left };
    });
    return withChanges(element, { tabs });
  }
  if (property === 'reqValidator.req') {
    const { reqValidator } = element;
    const rule = typeof reqValidator === 'object' && reqValidator !== null ? reqValidator : {};
    const left = clear(rule.req);
    return withChanges(element, { reqValidator: left === undefined ? undefined : { ...rule, req: left } });
  }
  return withChanges(element, { [property]: clear(element[property as 'relevant' | 'readonly']) });
}

function targetsIn(definition: FormDefinition, paths: readonly string[]): DataTarget[] {
  const all = [...eachElement(rootOf(definition))].map(([path]) => path);
  const gone = all.filter((path) => paths.some((one) => path === one || path.startsWith(`${one}.`)));
  return gone.flatMap((path) => dataKeysOf(definition, path) ?? []);
}
