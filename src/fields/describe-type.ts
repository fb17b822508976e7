// What a type of elements is, for those who write forms by program or by agents.

import { aboutByKind } from './all/about.ts';
import { type FieldType, kindOfType } from './element-types.ts';
import type { KindAbout } from './kind.ts';

export function describeType(type: FieldType): NonNullable<KindAbout[FieldType]> {
  const found = aboutByKind[kindOfType(type)!][type];
  if (found === undefined) throw new Error(`src/fields/${kindOfType(type)}/about.ts does not describe ${type}`);
  return found;
}
