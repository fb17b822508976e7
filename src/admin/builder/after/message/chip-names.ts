// Which answers and facts can be put into a message, and what people call them.
import { allAnswersName } from '../../../../core/text/message-template.ts';
import type { TextKey, Translate } from '../../../texts.ts';
import type { ExpressionNames, KnownName } from '../../expressions/expression-names.ts';

export interface ChipName {
  /** What stands between the braces. */
  readonly source: string;
  readonly label: string;
  readonly group: 'answers' | 'facts';
}

export interface ChipNames {
  readonly list: readonly ChipName[];
  /** Of whatever stands between braces: an expression is its own name. */
  readonly labelOf: (source: string) => string;
}

export const formTitle = 'data.form.publicName || data.form.displayName';
const sentTime = "data.entry.submitTime | date:'dd/MM/yyyy HH:mm':data.form.timeZone";

/** These read as they are stored; of any other kind people want the words, not the code. */
const plainKinds: readonly string[] = ['text', 'number', 'color'];

export function chipNames({ fields }: ExpressionNames, t: Translate<TextKey<'builder/message'>>): ChipNames {
  const answers = fields.filter((field) => isAnswer(field, fields)).map(answerChip);
  const facts: ChipName[] = [
    { source: 'data.entry.idx', label: t('chipNumber'), group: 'facts' },
    { source: formTitle, label: t('chipTitle'), group: 'facts' },
    { source: sentTime, label: t('chipTime'), group: 'facts' },
    { source: 'data.entry.editUrl', label: t('chipEntry'), group: 'facts' },
  ];
  const list = [...answers, ...facts];
  const labels = new Map(list.map(({ source, label }) => [source, label]));
  labels.set(allAnswersName, t('allAnswers'));
  labels.set('data.form.displayName', t('chipTitle'));
  for (const { text, label } of fields) if (!labels.has(text)) labels.set(text, label);
  return { list, labelOf: (source) => labels.get(source) ?? labels.get(withoutEncode(source)) ?? source };
}

/** For texts of the form itself: the answers given so far, inside a repeat those of the row first. */
export function formChipNames({ fields }: ExpressionNames, t: Translate<TextKey<'builder/message'>>): ChipNames {
  const list = fields.filter((field) => field.path[0] === 'row' || isAnswer(field, fields)).map(answerChip);
  const labels = new Map(list.map(({ source, label }) => [source, label]));
  labels.set(formTitle, t('chipTitle'));
  for (const { text, label } of fields) if (!labels.has(text)) labels.set(text, label);
  return { list, labelOf: (source) => labels.get(source) ?? labels.get(withoutEncode(source)) ?? source };
}

/** Of the entry itself; the questions of a grid are in its own answer. */
function isAnswer({ path, kind }: KnownName, fields: readonly KnownName[]): boolean {
  if (path[0] !== 'model' || kind === 'object' || kind === 'fact') return false;
  const above = path.slice(0, -1).join('\0');
  return !fields.some((one) => one.kind === 'matrix' && one.path.join('\0') === above);
}

function answerChip({ text, label, kind }: KnownName): ChipName {
  return { source: plainKinds.includes(kind) ? text : text.replace(/^model/, 'answers'), label, group: 'answers' };
}

function withoutEncode(source: string): string {
  return source.replace(/\s*\|\s*encode$/, '').replace(/^\((.*)\)$/, '$1');
}
