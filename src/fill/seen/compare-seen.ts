// Whether what the fields show is what is stored: every field on the page is read and compared with the data that is about to be sent,
// and again with the data of the response. [fill-links.seen-stored]
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { fileNameText } from '../../core/text/file-name-text.ts';
import type { Answer, Item } from '../../fields/answer.ts';
import { answersOf } from '../../fields/answers.ts';
import { docToText } from '../../fields/doc/doc-text.ts';
import { readTypedNumber } from '../../fields/number/typed-number.ts';
import { getAt } from '../../form-view/data-at.ts';
import type { FormState } from '../../form-view/form-state.ts';
import { nameField } from '../../form-view/name-field.ts';
import { entryPlace, type RowPlace, rowsAt } from '../../form-view/row-place.ts';
import { childrenOf, type FieldNode, type ViewNode } from '../../form-view/view-node.ts';
import { itemText } from '../../print/line.ts';
import { valueWords } from '../steps/review-lines.ts';
import { drawn, readField, readUntold } from './read-field.ts';

export interface Difference {
  readonly path: string;
  readonly label: string;
  /** In words; empty for nothing. */
  readonly seen: string;
  readonly stored: string;
}

/** What the fields on the page show. */
type Seen = ReadonlyMap<string, readonly string[]>;

export type SeenAnswers = ReturnType<typeof readSeen>;

/** Reads the page, after what programs put into it without a word was read into the data. `before` is what the last send read. */
export function readSeen(state: FormState, before?: { readonly told: ReadonlySet<string> }) {
  for (const { path } of compareSeen(state, readFields(), state.check().data)) {
    const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
    if (field !== null) readUntold(field);
  }
  const seen = readFields();
  const told = new Set(before?.told);
  return {
    told,
    /** The differences to `stored` that nobody was told of yet. Who sends the form again has read them. */
    unlike(stored: JsonObject | undefined): Difference[] {
      const differences = stored === undefined ? [] : compareSeen(state, seen, stored);
      return differences.filter(({ path, stored: words }) => {
        const text = `${path}: ${words}`;
        return !told.has(text) && told.add(text);
      });
    },
  };
}

function readFields(): Seen {
  const fields = document.querySelectorAll<HTMLElement>('.field[data-path]');
  return new Map([...fields].map((field) => [field.dataset['path'] as string, readField(field)]));
}

/** Where `data` holds another answer than the page showed. What is not on the page shows nothing to compare with. */
function compareSeen(state: FormState, seen: Seen, data: JsonObject): Difference[] {
  const differences: Difference[] = [];
  const paths = [...seen.keys()];
  const hasRow = (path: string) => paths.some((one) => one.startsWith(path));
  const visit = (nodes: readonly ViewNode[], row: RowPlace) => {
    for (const node of nodes) {
      const path = row.path + node.path;
      const keys = [...row.keys, ...node.keys];
      if (node.kind === 'repeat') {
        for (let index = 0; index < rowsAt(data, keys).length || hasRow(`${path}[${index}]`); index += 1) {
          visit(node.children, { path: `${path}[${index}]`, keys: [...keys, index], index });
        }
        continue;
      }
      if (node.kind !== 'field') {
        visit(childrenOf(node), row);
        continue;
      }
      const texts = seen.get(path);
      const value = getAt(data, keys) ?? undefined;
      if (changesWithTime(node)) continue;
      if (texts === undefined || isSeen({ node, row, state }, value, texts)) continue;
      differences.push({
        path,
        label: nameField(state, path).join(', '),
        seen: texts.join(', '),
        stored: valueWords(state, node, value, row),
      });
    }
  };
  if (state.tree !== undefined) visit([state.tree], entryPlace);
  return differences;
}

/** What is worked out from the time is another value a moment later. */
function changesWithTime({ step }: FieldNode): boolean {
  return step.compute?.reads.some(([name]) => name === 'fn') ?? false;
}

interface Place {
  readonly node: FieldNode;
  readonly row: RowPlace;
  readonly state: FormState;
}

function isSeen({ node, row, state }: Place, value: JsonValue | undefined, texts: readonly string[]): boolean {
  if (node.step.compute !== undefined) return isSame(valueWords(state, node, value, row), texts.join());
  const answer = answersOf(node.step).stored(value, { scope: () => state.scopeOf(row) });
  if (answer === undefined) return texts.length === 0;
  return isAnswer(answer, texts, state);
}

function isAnswer(answer: Answer, texts: readonly string[], state: FormState): boolean {
  const [text = ''] = texts;
  switch (answer.kind) {
    case 'list':
      return answer.items.length === texts.length && answer.items.every((item, at) => isItem(item, texts[at] ?? ''));
    case 'pairs': {
      const items = answer.pairs.flatMap((pair) => pair.answer ?? []);
      return items.length === texts.length && items.every((item, at) => isItem(item, texts[at] ?? ''));
    }
    case 'files':
      return isSame(answer.files.map(({ name }) => fileNameText(name)).join(), texts.join());
    case 'html':
      return letters(docToText(answer.html)) === letters(text);
    case 'rating':
      // With the words of an end behind it.
      return texts.length === 1 && text.startsWith(state.texts('rate', answer.value, answer.max));
    case 'stored':
      return isSame(String(answer.value), text);
    case 'bool':
      // A box that is not ticked shows nothing, one that is shows its own words.
      return texts.length === 0
        ? answer.value !== true
        : answer.value === true || isSame(boolText(answer, state), text);
    default:
      // An answer of blanks alone shows nothing.
      return texts.length <= 1 && isItem(answer, text);
  }
}

const boolText = (item: Item, { plan }: FormState) => itemText(item, { locale: plan.locale, timeZone: undefined });

function isItem(item: Item, text: string): boolean {
  switch (item.kind) {
    case 'label':
      return isSame(item.label, text);
    case 'number':
      return readTypedNumber(text) === item.value || isSame(String(item.value), text);
    case 'moment':
      return momentTexts(String(item.value)).includes(text) || isSame(String(item.value), text);
    case 'drawing':
      return text === drawn || isSame(String(item.value), text);
    case 'text':
      // A number shown as it is dialled at home has no code, and digits before it that the stored one has not.
      return isSame(String(item.value), text) || (item.isPhone === true && isPhone(String(item.value), text));
    default:
      return isSame(String(item.value), text);
  }
}

/** As the browser's own controls write days, times, and moments in the zone of the device. */
function momentTexts(iso: string): string[] {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return [];
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return [date.toISOString().slice(0, 10), date.toISOString().slice(11, 16), local.toISOString().slice(0, 16)];
}

function isPhone(stored: string, text: string): boolean {
  const digits = text.replace('(0)', '').replace(/\D/g, '');
  const isAtEnd = (written: string) => written !== '' && stored.endsWith(written);
  return isAtEnd(digits) || isAtEnd(digits.replace(/^(?:0+6?|8)/, '')) || isAtEnd(digits.replace(/^0+/, ''));
}

/** Blanks, line breaks and signs that nobody sees are no difference. */
function isSame(one: string, two: string): boolean {
  return plain(one) === plain(two);
}

const plain = (text: string) =>
  text
    .normalize()
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD\s]+/gu, ' ')
    .trim();

const letters = (text: string) => text.normalize().replace(/[^\p{L}\p{N}]+/gu, '');
