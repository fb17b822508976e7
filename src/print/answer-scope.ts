// What messages see of an entry besides its data: `answers`, each answer as people read it under the name of its field, and all of
// them as one list. Made when a message first asks for it: most do not. [after-actions.answers] [expressions.names]

import type { JsonObject } from '../core/definition/form-definition.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { openRun, type RowState, readEntry, type ScopeContext } from '../core/plan/row-state.ts';
import { answersKey, type MessageScope, type WriteAnswers } from '../core/text/message-scope.ts';
import type { AnswerNode } from './answer-outline.ts';
import { type AnswerContext, answerIn, type DescribedAnswers, describeAnswers } from './describe-answers.ts';
import { answersHtml } from './html.ts';
import { answerLine } from './line.ts';
import { answersText, rowLines } from './text.ts';

export interface EntryAnswers {
  readonly plan: FormPlan;
  readonly timeZone: string | undefined;
  readonly outline: () => readonly AnswerNode[];
  /** As it is stored, so what was hidden is already gone. */
  readonly data: JsonObject;
  /** What expressions in options see, and the budget of the request. */
  readonly context: ScopeContext;
  readonly cleanHtml: AnswerContext['cleanHtml'];
}

export function withAnswers(scope: Scope, entry: EntryAnswers): MessageScope {
  const read = once(() => readAnswers(entry));
  const described = once((): DescribedAnswers => {
    const { context, row } = read();
    return describeAnswers(context, row, entry.outline());
  });
  const style = { locale: entry.plan.locale, timeZone: entry.timeZone };
  const write: WriteAnswers = (mode) =>
    mode === 'html' ? answersHtml(described(), style) : answersText(described(), style);
  const answers = once(() => {
    const { context, row } = read();
    return answerTexts(context, row, entry.outline());
  });
  const withKey = { ...scope, [answersKey]: write };
  return Object.defineProperty(withKey, 'answers', { enumerable: true, get: answers }) as MessageScope;
}

function readAnswers({ plan, timeZone, data, context, cleanHtml }: EntryAnswers): {
  context: AnswerContext;
  row: RowState;
} {
  const run = openRun(plan, context, { cleanHtml: (html) => html }, { model: 'whole' });
  const row = readEntry(run, data);
  return { context: { run, locale: plan.locale, timeZone, cleanHtml, known: new Map() }, row };
}

/** `{ name: 'Dana', address: { city: 'Haifa' } }`: null where nothing was answered, as in `model`. */
function answerTexts(context: AnswerContext, row: RowState, outline: readonly AnswerNode[]): JsonObject {
  const texts: JsonObject = Object.create(null);
  const put = (keys: readonly string[], text: string | null) => {
    let holder = texts;
    for (const key of keys.slice(0, -1)) {
      holder[key] ??= Object.create(null) as JsonObject;
      holder = holder[key] as JsonObject;
    }
    holder[keys.at(-1)!] = text;
  };
  const visit = (nodes: readonly AnswerNode[]) => {
    for (const node of nodes) {
      if (node.kind === 'group') visit(node.children);
      else if (node.kind === 'repeat') put(node.keys, rowsText(context, row, node));
      else {
        const answer = answerIn(context, row, node.step);
        put(node.keys, answer === undefined ? null : answerLine(answer, context));
      }
    }
  };
  visit(outline);
  return texts;
}

function rowsText(context: AnswerContext, row: RowState, node: AnswerNode): string | null {
  const [block] = describeAnswers(context, row, [node]).blocks;
  return block?.kind === 'table' || block?.kind === 'rows' ? rowLines(block, context).join('\n') : null;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
