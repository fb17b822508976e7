// The long texts of a job, set in the typesetting process: it has a limit of time and memory, and whoever waits for the event
// loop of the service does not wait for them. Texts come as they were entered, rich text as HTML.

import type { Line, Value } from './printed-document.ts';
import { setText } from './printed-text.ts';
import { readRichText } from './rich-text.ts';
import { openTextBudget, type TextBudget } from './text-budget.ts';
import type { JobData, UnsetTexts } from './typst-job.ts';
import { valueText } from './value-text.ts';

export function setTexts(data: JobData): unknown {
  if (data.unset === 'document') return setAll(data.value, openTextBudget(data.value.locale));
  return data.unset === 'layout input' ? { ...data.value, texts: setPlain(data.value.texts) } : data.value;
}

/** Whatever holds lines or values: all names in a printed document are ours. Lines are always in a list of their own. */
function setAll(part: unknown, room?: TextBudget): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) {
    if (!part.some(isLine)) return part.map((item) => setAll(item, room));
    const lines = (part as Line[]).flatMap((line) =>
      line.unset === undefined ? [line] : setText(line.text, line.unset),
    );
    return room?.lines(lines) ?? lines;
  }
  if (isHtml(part)) return setHtml(part, room);
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, setAll(inner, room)]));
}

function isLine(part: unknown): part is Line {
  return typeof part === 'object' && part !== null && 'dir' in part && 'text' in part;
}

function isHtml(part: object): part is Extract<Value, { kind: 'html' }> {
  return 'kind' in part && part.kind === 'html';
}

function setHtml({ html, pictures }: Extract<Value, { kind: 'html' }>, room: TextBudget | undefined): Value {
  const blocks = readRichText(html, pictures);
  return blocks.length === 0 ? { kind: 'empty' } : { kind: 'rich', blocks: room?.blocks(blocks) ?? blocks };
}

function setPlain(texts: UnsetTexts | UnsetTexts[] | ['unset', Value] | null): unknown {
  if (texts === null) return null;
  if (!Array.isArray(texts)) {
    return Object.fromEntries(Object.entries(texts).map(([name, inner]) => [name, setPlain(inner)]));
  }
  if (texts[0] !== 'unset') return (texts as UnsetTexts[]).map(setPlain);
  const value = setAll(texts[1]) as Value;
  return value.kind === 'empty' ? null : valueText(value);
}
