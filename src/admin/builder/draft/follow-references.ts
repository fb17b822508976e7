// Broken references and misspelt properties follow the form when changes to it pause.
import { listSlips, type Slip } from '../../../core/definition/element-properties.ts';
import type { Steps } from '../../../core/definition/steps.ts';
import type { Builder } from '../builder-context.ts';
import { type BrokenReferences, brokenReferencesInSteps, type ParsedSources } from '../tree/references.ts';
import { createIdleWork } from './idle-work.ts';
import { isSameJson } from './same-json.ts';

interface Found {
  readonly references: BrokenReferences;
  readonly slips: readonly Slip[];
}

/** Answers a function that ends it. */
export function followReferences({ draft, ui }: Pick<Builder, 'draft' | 'ui'>): () => void {
  const parsed: ParsedSources = new Map();
  function* look(): Steps<Found> {
    const { definition } = draft.get();
    const references = yield* brokenReferencesInSteps(definition, parsed);
    return { references, slips: listSlips(definition) };
  }
  const work = createIdleWork(look, ({ references, slips }) => {
    const now = ui.get();
    if (!isSameJson([...references], [...now.references])) ui.set({ references });
    if (!isSameJson(slips, now.slips)) ui.set({ slips });
  });
  let last = draft.get().definition;
  work.restart();
  const stop = draft.subscribe(() => {
    const { definition } = draft.get();
    if (definition === last) return;
    last = definition;
    work.restart();
  });
  return () => {
    stop();
    work.stop();
  };
}
