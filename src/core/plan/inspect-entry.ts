// All that a page shows of an entry while it is filled in: what the rules say to the data so far, which elements and tabs are
// hidden, and the model that expressions see. Everything comes from one reading: it is done again at every key press.
// [validation.same-on-page]

import type { JsonObject } from '../definition/form-definition.ts';
import type { EntryCheck } from '../validation/check-row.ts';
import { checkRead, type EntryContext } from '../validation/validate-entry.ts';
import type { FormPlan } from './form-plan.ts';
import { openRun, type Run, readEntry, rowPath } from './row-state.ts';
import { settleDecisions } from './settle-decisions.ts';

export interface EntryInspection {
  readonly check: EntryCheck;
  /** Every declared field, null when empty or hidden: the same as modelScope gives for the cleaned data. */
  readonly model: JsonObject;
  /**
   * `elementPath` is the element's or tab's place in the definition (`formSchema.rootElem.children.0`), `row` the row it is
   * in (`model['items'][0]`). Only its own condition and those around it in the same row are asked.
   */
  isHidden(elementPath: string, row?: string): boolean;
}

export function inspectEntry(plan: FormPlan, data: JsonObject, context: EntryContext): EntryInspection {
  const run = openRun(plan, context, context, { model: 'whole', isComputing: true });
  const root = readEntry(run, data);
  settleDecisions(run);
  const hidden = hiddenElements(run);
  return {
    check: checkRead(run, root, 'all'),
    model: root.model,
    isHidden: (elementPath, row = 'model') => hidden.get(row)?.has(elementPath) ?? false,
  };
}

/** The places of hidden elements, by row. */
function hiddenElements(run: Run): Map<string, Set<string>> {
  const hidden = new Map<string, Set<string>>();
  for (const guard of run.plan.guards) {
    for (const row of run.rows[guard.shape] ?? []) {
      if (!row.hidden[guard.index]) continue;
      const path = rowPath(row);
      const inRow = hidden.get(path);
      if (inRow === undefined) hidden.set(path, new Set([guard.elementPath]));
      else inRow.add(guard.elementPath);
    }
  }
  return hidden;
}
