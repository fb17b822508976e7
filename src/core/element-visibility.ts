// Which elements and tabs a page shows for the data it has so far: the same conditions, settled in the same way, as when
// the data is cleaned. SPEC.md "Element properties": relevant.

import type { JsonObject } from './form-definition.ts';
import type { FormPlan } from './form-plan.ts';
import { openRun, readEntry, type ScopeContext } from './row-state.ts';
import { settleRelevance } from './settle-relevance.ts';
import { rowPath } from './validation/message.ts';

export interface ElementVisibility {
  /**
   * `elementPath` is the element's or tab's place in the definition (`formSchema.rootElem.children.0`), `row` the row it is
   * in (`model['items'][0]`). Only its own condition and those around it in the same row are asked.
   */
  isHidden(elementPath: string, row?: string): boolean;
}

export function elementVisibility(plan: FormPlan, data: JsonObject, context: ScopeContext): ElementVisibility {
  const run = openRun(plan, context, { cleanHtml: (html) => html }, 'read');
  readEntry(run, data);
  settleRelevance(run);
  const hidden = new Set<string>();
  for (const guard of plan.guards) {
    for (const row of run.rows[guard.shape] ?? []) {
      if (row.hidden[guard.index]) hidden.add(`${rowPath(row)} ${guard.elementPath}`);
    }
  }
  return { isHidden: (elementPath, row = 'model') => hidden.has(`${row} ${elementPath}`) };
}
