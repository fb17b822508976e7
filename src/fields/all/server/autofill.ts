// Made by npm run fields: server/autofill.ts of every folder that has it.

import type { KindAutofill } from '../../../server/web/kind-autofill.ts';
import { autofill as choice } from '../../choice/server/autofill.ts';
import { autofill as date } from '../../date/server/autofill.ts';
import { autofill as text } from '../../text/server/autofill.ts';
import type { ValueKind } from '../kind.ts';

export const autofillByKind: Readonly<Partial<Record<ValueKind, KindAutofill>>> = {
  text,
  choice,
  date,
};
