// Which properties elements have, and which one a name was probably meant to be. Others are kept and not looked at (layout, styling),
// so a typo would go unnoticed: owners get a warning about names that are nearly one of these.
// [forms.elements.unknown-properties]

import { elementProperties, type PropertyTable } from '../../fields/properties.ts';
import { isPlainObject } from '../values/value-type.ts';
import type { FormDefinition } from './form-definition.ts';

export function isElementProperty(name: string, table: PropertyTable = elementProperties): boolean {
  return Object.hasOwn(table, name);
}

/** No name is longer by more than a slip. */
const maxLength = 24;
const minLength = 4;

/** The property that differs by a letter or two, or only by case; undefined for a name that is like none. */
export function meantProperty(name: string, table: PropertyTable = elementProperties): string | undefined {
  if (isElementProperty(name, table) || name.length > maxLength) return undefined;
  const names = Object.keys(table);
  const lower = name.toLowerCase();
  const same = names.find((one) => one.toLowerCase() === lower);
  if (same !== undefined || name.length < minLength) return same;
  const most = name.length < 8 ? 1 : 2;
  return names.find((one) => mayBe(one.toLowerCase(), lower) && distance(one.toLowerCase(), lower, most) <= most);
}

/** A slip leaves the beginning or the end as it was. */
function mayBe(property: string, name: string): boolean {
  return property.length >= minLength && (property.startsWith(name.slice(0, 2)) || property.endsWith(name.slice(-2)));
}

/** How many letters to add, leave out, change or swap with the next; more than `most` is any larger number. */
function distance(one: string, two: string, most: number): number {
  if (Math.abs(one.length - two.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const isSame = one[i - 1] === two[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return last[two.length]!;
}

export interface Slip {
  /** `formSchema.rootElem.children.0.reqValidater` */
  readonly path: string;
  readonly meant: string;
}

const maxSlips = 10;
/** A form of strange names is somebody's own business. */
const maxLooked = 200;

/** Of a definition that was checked. */
export function listSlips(form: FormDefinition): Slip[] {
  const found: Found = { slips: [], looked: 0 };
  lookInto(form.formSchema?.rootElem, 'formSchema.rootElem', found);
  return found.slips;
}

interface Found {
  readonly slips: Slip[];
  looked: number;
}

const isEnough = ({ slips, looked }: Found) => slips.length >= maxSlips || looked >= maxLooked;

function lookInto(element: unknown, path: string, found: Found): void {
  if (Array.isArray(element)) {
    for (let at = 0; at < element.length && !isEnough(found); at += 1) {
      lookInto(element[at], `${path}.${at}`, found);
    }
    return;
  }
  if (!isPlainObject(element)) return;
  for (const name of Object.keys(element)) {
    if (isEnough(found)) return;
    if (isElementProperty(name)) continue;
    found.looked += 1;
    const meant = meantProperty(name);
    if (meant !== undefined && !Object.hasOwn(element, meant)) found.slips.push({ path: `${path}.${name}`, meant });
  }
  lookInto(element['children'], `${path}.children`, found);
}
