// What templates and rules see of a sample: as the server shows them an entry after it was stored.
// [expressions.names]
import type { ApiEntry } from '../../../api-types/entries.ts';
import { checkElement } from '../../../core/definition/check-element.ts';
import type { DefinitionProblem } from '../../../core/definition/check-form.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { expressions } from '../../../core/expression/engine.ts';
import { readForm } from '../../../core/plan/compile-form.ts';
import { adaptField } from '../../../core/plan/compile-tools.ts';
import { modelScope } from '../../../core/plan/model-scope.ts';
import type { MessageScope } from '../../../core/text/message-scope.ts';
import { compilePattern } from '../../../core/text/pattern.ts';
import { outlineAnswers } from '../../../print/answer-outline.ts';
import { withAnswers } from '../../../print/answer-scope.ts';

export interface Sample {
  readonly data: JsonObject;
  /** Of a real entry; a made-up one stands for it otherwise. */
  readonly entry: ApiEntry | undefined;
}

export interface SamplePlace {
  readonly formId: string;
  /** The address of the app: links of made-up entries begin with it. */
  readonly appUrl: string;
  /** For rich text; without it messages show its words. */
  readonly cleanHtml?: (html: string) => string | undefined;
}

/** A form with problems gives what of it can be understood. */
export function sampleScope(definition: FormDefinition, { data, entry }: Sample, place: SamplePlace): MessageScope {
  const problems: DefinitionProblem[] = [];
  const plan = readForm(definition, problems, { expressions, compilePattern, checkElement, adaptField });
  const { name = null, publicName = null } = definition;
  const { timeZone = 'UTC' } = definition;
  const form: JsonObject = { id: place.formId, name, publicName, displayName: name || place.formId, timeZone };
  const context = { entry: entryFacts(entry, place), form };
  const { cleanHtml = () => undefined } = place;
  const outline = () => outlineAnswers(definition, plan);
  return withAnswers(modelScope(plan, data, context), { plan, timeZone, outline, data, context, cleanHtml });
}

function entryFacts(entry: ApiEntry | undefined, { formId, appUrl }: SamplePlace): JsonObject {
  if (entry !== undefined) {
    const { id, form, account, status, idx, submitIdx, createTime, modifyTime, submitTime, cloneUrl, editUrl } = entry;
    const times = { createTime, modifyTime, submitTime: submitTime ?? null };
    const { bewit, resumeUrl, resumeUrlBewit } = entry;
    const draftLinks: JsonObject = bewit && resumeUrl && resumeUrlBewit ? { bewit, resumeUrl, resumeUrlBewit } : {};
    const archivedRenders = entry.archivedRenders as unknown as JsonValue;
    const facts = { id, form, account, status, idx, submitIdx: submitIdx ?? null, ...times, ...draftLinks };
    return { ...facts, cloneUrl, editUrl, archivedRenders };
  }
  const id = '5f0000000000000000000001';
  const time = '2024-05-17T09:30:00.000Z';
  return {
    id,
    form: formId,
    account: '5f0000000000000000000002',
    status: 'submitted',
    idx: 12,
    submitIdx: 10,
    createTime: time,
    modifyTime: time,
    submitTime: time,
    cloneUrl: `${appUrl}/c/${id}/`,
    editUrl: `${appUrl}/admin/entries/${formId}/${id}/`,
    archivedRenders: [],
  };
}
