// What is said under an element on the canvas: its conditions in words, what it reads and the form does not have, what is wrong with
// it. Worked out for the whole form when the draft rests: an element's words change when another one gets another label.
import type { DefinitionProblem } from '../../../core/definition/check-form.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import type { Steps } from '../../../core/definition/steps.ts';
import type { Locale } from '../../page-data.ts';
import type { Translate } from '../../texts.ts';
import { conditionWords } from '../expressions/condition-words.ts';
import { type ExpressionNames, fieldNames } from '../expressions/expression-names.ts';
import { rootOf, rootPath } from '../tree/element-tree.ts';
import type { BrokenReferences } from '../tree/references.ts';
import type { CanvasTextKey } from './canvas-texts.ts';

export interface ItemNotes {
  readonly conditions: readonly string[];
  /** What stops a save, or leads nowhere. */
  readonly problems: readonly string[];
}

export interface NotesOptions {
  readonly definition: FormDefinition;
  readonly problems: readonly DefinitionProblem[];
  readonly references: BrokenReferences;
  readonly locale: Locale;
  readonly t: Translate<CanvasTextKey>;
  readonly problemText: (problem: DefinitionProblem) => string;
}

const elementsAtOnce = 50;

/** By the path of the element; with pauses. */
export function* listNotes(options: NotesOptions): Steps<Map<string, ItemNotes>> {
  const { definition, references } = options;
  const notes = new Map<string, ItemNotes>();
  const problems = problemsByElement(options);
  // Names are the same for all elements of one repeat.
  const known = new Map<string, ExpressionNames>();
  let seen = 0;
  function* visit(element: Element, path: string, repeat: string): Steps<void> {
    seen += 1;
    if (seen % elementsAtOnce === 0) yield;
    const names = (): ExpressionNames => {
      const found = known.get(repeat) ?? fieldNames(definition, path);
      known.set(repeat, found);
      return found;
    };
    const conditions = conditionsOf(element, names, options);
    const broken = (references.get(path) ?? []).map(({ kind, name, field = '' }) =>
      options.t(kind === 'name' ? 'brokenName' : 'brokenValue', { name, field }),
    );
    const wrong = [...(problems.get(path) ?? []), ...broken];
    if (conditions.length > 0 || wrong.length > 0) notes.set(path, { conditions, problems: [...new Set(wrong)] });
    const inner = element.type === 'cRepeat' ? path : repeat;
    for (const [at, child] of ((element.children ?? []) as readonly (Element | readonly Element[])[]).entries()) {
      const own = `${path}.children.${at}`;
      if (!Array.isArray(child)) yield* visit(child as Element, own, inner);
      else
        for (const [place, one] of (child as readonly Element[]).entries()) yield* visit(one, `${own}.${place}`, inner);
    }
  }
  yield* visit(rootOf(definition), rootPath, '');
  return notes;
}

export function isSameNotes(one: ItemNotes, two: ItemNotes): boolean {
  return one.conditions.join('\n') === two.conditions.join('\n') && one.problems.join('\n') === two.problems.join('\n');
}

function conditionsOf(element: Element, names: () => ExpressionNames, { locale, t }: NotesOptions): string[] {
  const { relevant, readonly, reqValidator, concealed } = element;
  const lines: string[] = [];
  const add = (key: 'shownWhen' | 'requiredWhen' | 'readonlyWhen', condition: unknown) => {
    if (typeof condition !== 'string' || condition.trim() === '') return;
    const words = conditionWords(condition, names(), locale);
    if (words !== undefined) lines.push(t(key, { words }));
  };
  if (relevant === false) lines.push(t('neverShown'));
  else add('shownWhen', relevant);
  if (typeof reqValidator === 'object' && reqValidator !== null) add('requiredWhen', reqValidator.req);
  if (readonly === true) lines.push(t('readonly'));
  else add('readonlyWhen', readonly);
  if (concealed === true) lines.push(t('concealed'));
  return lines;
}

function problemsByElement({ problems, problemText }: NotesOptions): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const problem of problems) {
    const path = /^formSchema\.rootElem(?:\.children(?:\.\d+){1,2})*/.exec(problem.path)?.[0] ?? '';
    found.set(path, [...(found.get(path) ?? []), problemText(problem)]);
  }
  return found;
}
