// Which answers and facts can be put into a message, and what people call them.
import { allAnswersName } from '../../../../core/text/message-template.ts';
import type { TextKey, Translate } from '../../../texts.ts';
import { factsOf } from '../../expressions/condition-tests.ts';
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

export function chipNames({ fields }: ExpressionNames, t: Translate<TextKey<'builder/message'>>): ChipNames {
  const answers = fields.filter(isAnswer).map(answerChip);
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
  const list = fields.filter((field) => field.path[0] === 'row' || isAnswer(field)).map(answerChip);
  const labels = new Map(list.map(({ source, label }) => [source, label]));
  labels.set(formTitle, t('chipTitle'));
  for (const { text, label } of fields) if (!labels.has(text)) labels.set(text, label);
  return { list, labelOf: (source) => labels.get(source) ?? labels.get(withoutEncode(source)) ?? source };
}

/** Of the entry itself; the questions of a grid are in its own answer. */
function isAnswer({ path, kind, isPart }: KnownName): boolean {
  return path[0] === 'model' && kind !== 'object' && kind !== 'fact' && !isPart;
}

function answerChip({ text, label, kind }: KnownName): ChipName {
  return { source: factsOf(kind).isPlain ? text : text.replace(/^model/, 'answers'), label, group: 'answers' };
}

function withoutEncode(source: string): string {
  return source.replace(/\s*\|\s*encode$/, '').replace(/^\((.*)\)$/, '$1');
}
