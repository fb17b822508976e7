// Made by npm run fields: server/table.ts of every folder that has it.

import type { KindTable } from '../../../server/export/table/kind-table.ts';
import { table as matrix } from '../../matrix/server/table.ts';
import { table as multiChoice } from '../../multi-choice/server/table.ts';
import type { ValueKind } from '../kind.ts';

export const tableByKind: Readonly<Partial<Record<ValueKind, KindTable>>> = {
  'multi-choice': multiChoice,
  matrix,
};
