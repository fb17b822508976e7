// How a value reads in a text, as AngularJS interpolation prints it: null and undefined as nothing, objects and
// arrays as JSON, everything else as itself.

import type { Budget } from './budget.ts';
import { toJson } from './to-json.ts';

export function toText(value: unknown, budget: Budget): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? toJson(value, 0, budget)! : String(value);
}
