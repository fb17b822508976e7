// Where the value of an element is in the data, told from the definition alone, also while that is broken.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { dataPathOf, type ElementPlace, walkElements } from '../../../core/definition/walk-elements.ts';

export interface DataPlace {
  /** The innermost repeat around it, by path. */
  readonly repeat: string | undefined;
  /** From the row of that repeat, or from the entry. */
  readonly keys: readonly string[];
}

/** undefined for what has no place in the data: content, and containers that only hold others. */
export function dataKeysOf(definition: FormDefinition, path: string): DataPlace | undefined {
  const place = placeAt(definition, path);
  return place?.dataKeys && { repeat: place.repeat?.elementPath, keys: place.dataKeys };
}

/** The innermost repeat around an element, by path. */
export function repeatAround(definition: FormDefinition, path: string): string | undefined {
  return placeAt(definition, path)?.repeat?.elementPath;
}

/** `model['items']['product']`, without row numbers: as the preview names fields, once its numbers are taken out. */
export function modelPathOf(definition: FormDefinition, path: string): string | undefined {
  const place = placeAt(definition, path);
  return place && modelPath(place);
}

export function findByModelPath(definition: FormDefinition, modelPathWithRows: string): string | undefined {
  const wanted = modelPathWithRows.replace(/\[\d+\]/g, '');
  for (const place of walkElements(definition)) if (modelPath(place) === wanted) return place.elementPath;
  return undefined;
}

function placeAt(definition: FormDefinition, path: string): ElementPlace | undefined {
  for (const place of walkElements(definition)) if (place.elementPath === path) return place;
  return undefined;
}

function modelPath(place: ElementPlace): string | undefined {
  const path = dataPathOf(place);
  if (path === undefined) return undefined;
  return place.repeat === undefined ? `model${path}` : `${modelPath(place.repeat)}${path}`;
}
