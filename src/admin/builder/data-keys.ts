// Where the value of an element is in the data, told from the definition alone, also while that is broken.
// SPEC.md "Data paths": sections with secFlat=false and repeats add their name, other containers add nothing.
import type { Element, FormDefinition } from '../../core/form-definition.ts';
import { quoteName } from '../../core/validation/message.ts';
import { eachElement, elementAt, ROOT, rootOf } from './element-tree.ts';

export interface DataPlace {
  /** The innermost repeat around it, by path. */
  readonly repeat: string | undefined;
  /** From the row of that repeat, or from the entry. */
  readonly keys: readonly string[];
}

/** undefined for what has no place in the data: content, and containers that only hold others. */
export function dataKeysOf(definition: FormDefinition, path: string): DataPlace | undefined {
  const element = elementAt(definition, path);
  if (element === undefined || !isNamedInData(element)) return undefined;
  let keys: string[] = [];
  let repeat: string | undefined;
  for (const around of containersOf(definition, path)) {
    const container = elementAt(definition, around)!;
    if (container.type === 'cRepeat') {
      repeat = around;
      keys = [];
    } else if (container.type === 'cSection' && container.secFlat === false) keys.push(container.name);
  }
  return { repeat, keys: [...keys, element.name] };
}

/** `model['items']['product']`, without row numbers: as the preview names fields, once its numbers are taken out. */
export function modelPathOf(definition: FormDefinition, path: string): string | undefined {
  const place = dataKeysOf(definition, path);
  if (place === undefined) return undefined;
  const start = place.repeat === undefined ? 'model' : modelPathOf(definition, place.repeat);
  return start === undefined ? undefined : start + place.keys.map(quoteName).join('');
}

export function findByModelPath(definition: FormDefinition, modelPath: string): string | undefined {
  const wanted = modelPath.replace(/\[\d+\]/g, '');
  for (const [path, element] of eachElement(rootOf(definition))) {
    if (isNamedInData(element) && modelPathOf(definition, path) === wanted) return path;
  }
  return undefined;
}

/** From the outside in. */
function containersOf(definition: FormDefinition, path: string): string[] {
  const found: string[] = [];
  const keys = path.split('.');
  for (let length = ROOT.split('.').length; length < keys.length; length++) {
    const around = keys.slice(0, length).join('.');
    if (elementAt(definition, around) !== undefined) found.push(around);
  }
  return found;
}

function isNamedInData(element: Element): boolean {
  if (element.type.startsWith('f') || element.type === 'cRepeat') return true;
  return element.type === 'cSection' && element.secFlat === false;
}
