// The questions of a form with their answers in words, as the person gave them: for the review page and for a copy.

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { deviceZone } from '../../core/locale/print-date.ts';
import { answersOf } from '../../fields/answers.ts';
import { isBox } from '../../fields/bool/is-box.ts';
import type { FormState } from '../../form-view/form-state.ts';
import { entryPlace, type RowPlace } from '../../form-view/row-place.ts';
import { rowTitle } from '../../form-view/row-words.ts';
import { childrenOf, type FieldNode, type ViewNode } from '../../form-view/view-node.ts';
import { answerLine, answerLines } from '../../print/line.ts';

/** A heading, or a question with its answer. */
export type AnswerLine =
  | { readonly kind: 'title'; readonly title: string; readonly level: number; readonly key: string }
  | { readonly kind: 'answer'; readonly path: string; readonly label: string; readonly answer: string };

export function listAnswers(state: FormState, nodes: readonly ViewNode[], level = 0): AnswerLine[] {
  return nodes.flatMap((node) => linesOf(state, node, entryPlace, level));
}

function linesOf(state: FormState, node: ViewNode, row: RowPlace, level: number): AnswerLine[] {
  if (state.isHidden(node.elementPath, row)) return [];
  const title = (text: string, key: string): AnswerLine => ({ kind: 'title', title: text, level, key });
  const inside = (nodes: readonly ViewNode[], place: RowPlace, deeper: number) =>
    nodes.flatMap((child) => linesOf(state, child, place, level + deeper));
  const path = row.path + node.path;
  switch (node.kind) {
    case 'field':
      if (node.element.concealed) return [];
      return [
        { kind: 'answer', path, label: node.element.label || node.element.name, answer: wordsOf(state, node, row) },
      ];
    case 'repeat': {
      const rows = state.valueAt([...row.keys, ...node.keys]);
      const { label, name } = node.element;
      const lines = (Array.isArray(rows) ? rows : []).flatMap((_, index) => {
        const place = { path: `${path}[${index}]`, keys: [...row.keys, ...node.keys, index], index };
        return [
          title(`${label || name} – ${rowTitle(node.element, index, state.texts)}`, place.path),
          ...inside(node.children, place, 1),
        ];
      });
      return lines.length > 0 ? lines : [{ kind: 'answer', path, label: label || name, answer: '' }];
    }
    case 'tabs':
      return node.tabs.flatMap(({ tab, elementPath, children }) => {
        if (state.isHidden(elementPath, row)) return [];
        const lines = inside(children, row, 1);
        return tab.label && lines.length > 0 ? [title(tab.label, elementPath), ...lines] : lines;
      });
    case 'content':
      return [];
    default: {
      const isTitled = node.kind === 'section' && node.elementPath !== 'formSchema.rootElem' && node.element.label;
      const lines = inside(childrenOf(node), row, isTitled ? 1 : 0);
      return isTitled && lines.length > 0 ? [title(node.element.label ?? '', path), ...lines] : lines;
    }
  }
}

function wordsOf(state: FormState, node: FieldNode, row: RowPlace): string {
  const { value } = state.facts(node, row);
  // A box that is not ticked is an answer too.
  if (value === undefined && isBox(node.element)) return state.texts('no');
  return valueWords(state, node, value, row);
}

/** The words for any value that the field may have, of this form or another version of it; none for no value. */
export function valueWords(
  state: FormState,
  { step }: FieldNode,
  value: JsonValue | undefined,
  row: RowPlace = entryPlace,
): string {
  const answer = answersOf(step).stored(value, { scope: () => state.scopeOf(row) });
  if (answer === undefined) return '';
  const style = { locale: state.plan.locale, timeZone: deviceZone };
  return answer.kind === 'pairs' ? answerLines(answer, style).join('\n') : answerLine(answer, style);
}
