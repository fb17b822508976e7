// Every kind of answer, in every shape a stored value can have, through every place that writes it: one wording in all of them, and
// where a place must differ the table says why. The table is golden.md; docs/choices.md has the decisions.
import { expect, test } from 'vitest';
import { fillWords } from '../../test/support/fill-words.js';
import { cellReader } from '../admin/entries/cell-text.ts';
import { sheetReader } from '../admin/entry/describe-sheet.ts';
import { changeShower } from '../admin/entry/show-changes.ts';
import type { Element, FormDefinition, JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { tableFields } from '../core/definition/table-fields.ts';
import { openBudget } from '../core/expression/budget.ts';
import type { Locale } from '../core/locale/locale.ts';
import { deviceZone } from '../core/locale/print-date.ts';
import { fieldReaders } from '../core/plan/columns.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import type { FieldStep, FormPlan } from '../core/plan/form-plan.ts';
import { modelScope } from '../core/plan/model-scope.ts';
import { optionKey } from '../core/plan/option-list.ts';
import { compileMessage } from '../core/text/message-template.ts';
import { formOf } from '../core/validation/validation-case.ts';
import { insightByKind } from '../fields/all/server/insight.ts';
import type { Answer } from '../fields/answer.ts';
import { answersOf } from '../fields/answers.ts';
import { previewForm } from '../mcp/preview-form.ts';
import { sheetDates, textDates } from '../server/export/table/date-cells.ts';
import { EntryAtHand } from '../server/export/table/entry-at-hand.ts';
import { tableWords } from '../server/export/table/table-words.ts';
import { valueReader } from '../server/export/table/value-cells.ts';
import { columnsOfAnswer } from '../server/odata/answer-columns.ts';
import { Misfit } from '../server/odata/edm.ts';
import { readForPrinting } from '../server/pdf/describe-entry.ts';
import { describeSlot } from '../server/pdf/describe-value.ts';
import type { Line, ListItem, Value } from '../server/pdf/printed-document.ts';
import { plainText } from '../server/pdf/printed-text.ts';
import { setTexts } from '../server/pdf/set-texts.ts';
import { plainItems } from '../server/web/plain-questions.ts';
import { outlineAnswers } from './answer-outline.ts';
import { withAnswers } from './answer-scope.ts';
import { answerLine, answerLines } from './line.ts';

type Case = readonly [title: string, element: Partial<Element> & { type: string }, value: JsonValue | undefined];

const likes: [string, string][] = [
  ['p', 'Price'],
  ['q', 'Quality'],
];
const speed: [string, string][] = [
  ['s', 'Speed'],
  ['c', 'Cost'],
];
const eight = Array.from({ length: 8 }, (_, at): [string, string] => [`${at}`, `Option ${at}`]);
const file = (name: string, size = 1_234_567): JsonValue =>
  ({
    name,
    size,
    type: 'application/pdf',
    storageKey: name,
    storageBucket: 'b',
    url: `https://x.example/${size}`,
  }) as const;
const countries = { url: '/v1.0/optionsSet/5e7500000000000000000008/autocomplete' };
const towns = { url: '/v1.0/optionsSet/5e7500000000000000000001/autocomplete' };
const moment = { type: 'date', mode: 'dt' } as const;
const strokes = 'strokes:[[400,100,[1,1,0,50,60,10]]]';

const cases: readonly Case[] = [
  ['text', { type: 'fInput' }, 'abc'],
  ['text with lines', { type: 'fLngTxt' }, 'one\ntwo'],
  ['text that is markup', { type: 'fInput' }, '<b>x</b> & {{ y }}'],
  ['very long text', { type: 'fLngTxt' }, 'long '.repeat(400).trim()],
  ['number stored in a text field', { type: 'fInput' }, 7],
  ['telephone', { type: 'fInput', validators: ['str/phone'] }, '+972501234567'],
  ['number', { type: 'fInput', typeValidator: 'num' }, 1_234_567.25],
  ['small number', { type: 'fInput', typeValidator: 'num' }, 1e-7],
  ['number stored as text', { type: 'fInput', typeValidator: 'num' }, '12'],
  ['text in what is now a number', { type: 'fInput', typeValidator: 'num' }, 'many'],
  ['yes', { type: 'fBool' }, true],
  ['no', { type: 'fBool' }, false],
  ['yes stored as a word', { type: 'fBool' }, 'on'],
  ['typed yes or no', { type: 'fRadio', typeValidator: 'bool' }, false],
  ['day', { type: 'fDate' }, '2024-05-01T00:00:00.000Z'],
  ['day in September', { type: 'fDate' }, '2024-09-30T00:00:00.000Z'],
  ['day stored without its time', { type: 'fDate' }, '2024-05-01'],
  ['typed day', { type: 'fInput', typeValidator: 'date' }, '2024-05-01T00:00:00.000Z'],
  ['moment', { type: 'fDate', typeValidator: moment }, '2024-05-17T22:30:00.000Z'],
  ['time', { type: 'fDate', typeValidator: { type: 'date', mode: 't' } }, '1970-01-01T18:30:00.000Z'],
  ['object in what is now a day', { type: 'fDate' }, { a: 1 }],
  ['rich text', { type: 'fDoc' }, '<p>One</p><p>two &amp; <b>three</b></p>'],
  ['choice', { type: 'fRadio', options: likes }, 'q'],
  ['choice without a label', { type: 'fSelect', options: ['Red', 'Blue'] }, 'Blue'],
  ['option that is gone', { type: 'fRadio', options: likes }, 'old'],
  ['answer of one’s own', { type: 'fRadio', otherOption: true, options: likes }, 'my own'],
  ['grouped option', { type: 'fSelect', options: [{ label: 'Fruit', options: [['a', 'Apple']] }] }, 'a'],
  ['option of an expression', { type: 'fSelect', options: "[['x', 'From ' + model.other]]" }, 'x'],
  ['number option', { type: 'fSelect', typeValidator: 'num', options: [[1, 'One'], 2] }, 2],
  ['true without a type', { type: 'fSelect', options: [true, false] }, true],
  ['true with a label', { type: 'fSelect', options: [[true, 'Sure']] }, true],
  ['option typed as yes or no', { type: 'fSelect', typeValidator: 'bool', options: [true, false] }, true],
  [
    'option typed as a date',
    { type: 'fSelect', typeValidator: 'date', options: ['2024-05-01'] },
    '2024-05-01T00:00:00.000Z',
  ],
  [
    'option typed as a moment',
    { type: 'fSelect', typeValidator: moment, options: ['2024-05-17T22:30:00Z'] },
    '2024-05-17T22:30:00.000Z',
  ],
  ['option typed as a signature', { type: 'fSelect', typeValidator: 'sign', options: ['abc'] }, 'abc'],
  ['option of an options set', { type: 'fSelect', options: towns }, 'Haifa | 4000'],
  ['country of the service’s set', { type: 'fSelect', options: countries }, 'Israel | IL'],
  ['array in what is now one choice', { type: 'fRadio', options: likes }, ['p', 'q']],
  ['several choices', { type: 'fCheckbox', options: likes }, ['q', 'p']],
  ['one of several', { type: 'fCheckbox', options: likes }, ['p']],
  ['several with one that is gone', { type: 'fCheckbox', otherOption: true, options: likes }, ['p', 'old']],
  ['several untyped booleans', { type: 'fCheckbox', options: [true, false] }, [true, false]],
  ['ranking', { type: 'fCheckbox', ranked: true, options: likes }, ['q', 'p']],
  ['several countries', { type: 'fSelect', selectMulti: true, options: countries }, ['Israel | IL', 'France | FR']],
  ['text in what are now several choices', { type: 'fCheckbox', options: likes }, 'p'],
  ['file', { type: 'fFile' }, [file('plan.pdf')]],
  ['two files', { type: 'fFile' }, [file('plan.pdf'), file('b.pdf', 20)]],
  ['text in what is now a file', { type: 'fFile' }, 'plan.pdf'],
  ['signature of strokes', { type: 'fSign' }, strokes],
  ['signature that is opaque', { type: 'fSign' }, 'opaque'],
  ['rating', { type: 'fRate' }, 4],
  ['rating of a scale', { type: 'fRate', rateStyle: 'numbers', rateMax: 10 }, 7],
  ['rating beyond its range', { type: 'fRate' }, 7],
  ['color', { type: 'fColor' }, '#1d4e79'],
  ['color by name', { type: 'fColor' }, 'rebeccapurple'],
  [
    'matrix',
    {
      type: 'fMatrix',
      matrixQuestions: speed,
      options: [
        ['g', 'Good'],
        ['b', 'Bad'],
      ],
    },
    { s: 'g', c: 'b' },
  ],
  [
    'matrix of untyped booleans',
    { type: 'fMatrix', matrixQuestions: speed, options: [true, false] },
    { s: true, c: false },
  ],
  [
    'matrix of more than seven options',
    { type: 'fMatrix', matrixQuestions: speed, options: eight },
    { s: '1', c: '2' },
  ],
  [
    'matrix with an option that is gone',
    { type: 'fMatrix', matrixQuestions: speed, options: [['g', 'Good']] },
    { s: 'old' },
  ],
  [
    'matrix with a question left out',
    { type: 'fMatrix', matrixQuestions: speed, options: [['g', 'Good']] },
    { s: 'g' },
  ],
  ['text in what is now a matrix', { type: 'fMatrix', matrixQuestions: speed, options: [['g', 'Good']] }, 'g'],
  ['nothing', { type: 'fInput' }, undefined],
  ['blanks', { type: 'fInput' }, '  '],
  ['box that is not ticked', { type: 'fBool' }, undefined],
];

interface Made {
  readonly form: FormDefinition;
  readonly plan: FormPlan;
  readonly step: FieldStep;
  readonly data: JsonObject;
  readonly value: JsonValue | undefined;
  readonly answer: Answer | undefined;
}

const timeZone = 'Asia/Jerusalem';

function make([, element, value]: Case, locale: Locale = 'en'): Made {
  const elements = [
    { type: 'fInput', name: 'other' },
    { name: 'a', label: 'A', ...element },
  ] as Element[];
  const form = { ...formOf(...elements), timeZone, locale };
  const plan = compileForm(form, compileTools);
  const step = plan.shapes[0].steps.find(({ name }) => name === 'a') as FieldStep;
  const data = { other: 'here', ...(value !== undefined && { a: value }) };
  const answer = answersOf(step).stored(value, { scope: () => modelScope(plan, data, {}) });
  return { form, plan, step, data, value, answer };
}

/** What a place writes of the answer; undefined where it shows none of this kind. */
type Place = (made: Made) => string | undefined | Promise<string | undefined>;

const places: Readonly<Record<string, Place>> = {
  email: (made) => message('{{ answers.a }}', 'text', made),
  'message as text': (made) =>
    message('{{ allAnswers }}', 'text', made)
      .replace(/^other: here\n?/, '')
      .replace(/^A:\s/, '')
      .replace(/^- /gm, ''),
  'message as html': (made) => htmlText(message('{{ allAnswers }}', 'html', made)),
  pdf: (made) => printedText(printed(made)),
  'texts of layouts': (made) => {
    const value = { texts: { a: ['unset', printed(made)] } };
    return (setTexts({ unset: 'layout input', value } as never) as { texts: { a: string | null } }).texts.a ?? '';
  },
  csv: (made) => spreadsheetCell(made, 'csv'),
  xlsx: (made) => spreadsheetCell(made, 'xlsx'),
  odata: ({ plan, form, data }) => {
    const field = tableFields(plan).find(({ path }) => path === 'a')!;
    const at = entryAt(plan, form, data);
    const columns = columnsOfAnswer({ ...field, place: 'a' }, { isLabelled: true, words: tableWords('en') });
    const texts = columns.map((column) => {
      const value = column.read(data, at);
      const text = value instanceof Misfit ? value.stored : String(value ?? '');
      return columns.length === 1 || text === '' ? text : `${column.label.replace(/^A: /, '')}: ${text}`;
    });
    return texts.filter((text) => text !== '').join('\n');
  },
  'entries table': ({ plan, data }) => cellReader(columnOf(plan), plan, 'en')(data).text,
  'entry sheet': ({ form, data }) => {
    const block = sheetReader(form)(data).blocks.find((one) => one.kind === 'answer' && one.label === 'A');
    const answer = block?.kind === 'answer' ? block.answer : undefined;
    return answer === undefined ? '' : answerLine(answer, { locale: 'en', timeZone: deviceZone });
  },
  history: ({ form, data, value }) =>
    changeShower(form, data, 'en')({ keys: ['a'], old: null, new: value ?? null } as never).new ?? '',
  'review page': async (made) => (await fillWords(made, 'a')).review,
  'draft conflict': async (made) => (await fillWords(made, 'a')).conflict,
  insight: ({ step, value, answer }) => {
    const style = { locale: 'en', timeZone } as const;
    const tally = insightByKind[step.value.kind]?.tally(step, { dayOf: () => 0, maxKeys: 10, style });
    const isCounted = tally?.add(value ?? null);
    if (!isCounted || answer?.kind === 'stored') return undefined;
    const told = tally!.finish();
    const chosen = (values: readonly { label?: string; count: number }[]) =>
      values.flatMap(({ label, count }) => (count > 0 ? (label ?? []) : [])).join(', ');
    if (told.kind === 'choice') return chosen(told.values);
    if (told.kind !== 'matrix') return undefined;
    return told.questions
      .filter(({ answered }) => answered > 0)
      .map(({ label, values }) => `${label}: ${chosen(values)}`)
      .join('; ');
  },
  'options on the plain page': (made) => {
    if (made.answer?.kind === 'stored') return undefined;
    const items = plainItems({ definition: made.form, plan: made.plan } as never);
    const question = items?.find((item) => 'control' in item && item.step === made.step);
    if (question === undefined || !('options' in question) || made.step.options === undefined) return undefined;
    const { value } = made;
    const all = Array.isArray(value) ? value : [value ?? null];
    const labels = all.map(
      (one) => question.options.find((option) => optionKey(option.value) === optionKey(one))?.label,
    );
    return labels.includes(undefined) ? undefined : labels.join(', ');
  },
  'options in a preview for agents': ({ form, step, answer }) => {
    if (step.options?.form !== 'list' || answer === undefined || answer.kind === 'stored') return undefined;
    const lines = previewForm(form).split('\n');
    const items = answer.kind === 'list' ? answer.items : 'value' in answer ? [answer] : [];
    const shown = items.map(({ value }) => {
      const option =
        step.options?.form === 'list' ? step.options.list.find((one) => isOption(step, one.value, value)) : undefined;
      return option && lines.find((line) => line.includes(`( ) ${option.label}`))?.replace(/^ *\( \) | = .*$/g, '');
    });
    return shown.length === 0 || shown.includes(undefined) ? undefined : shown.join(', ');
  },
};

function isOption(step: FieldStep, option: JsonValue, value: JsonValue): boolean {
  const item = answersOf(step).item(option, { scope: () => ({}) });
  return optionKey(item.value) === optionKey(value) || String(value).startsWith(String(option).replace('Z', ''));
}

function message(source: string, mode: 'text' | 'html', { form, plan, data }: Made): string {
  const context = { budget: openBudget() };
  const outline = () => outlineAnswers(form, plan);
  const scope = withAnswers(modelScope(plan, data, context), {
    plan,
    timeZone,
    outline,
    data,
    context,
    cleanHtml: (html) => html,
  });
  return compileMessage(source, { mode }).render(scope);
}

/** As a browser shows it, without the questions. */
function htmlText(html: string): string {
  const own = html.replace(/^.*?<b dir="auto">other<\/b>.*?<\/p>/s, '').replace(/^.*?<b dir="auto">A<\/b>/s, '');
  return own
    .replace(/<br>|<\/li>|<\/p>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&lt;|&gt;|&amp;|&quot;/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? '&')
    .trim();
}

function printed({ form, plan, data, step }: Made): Value {
  const pictures = { pathOf: () => undefined, addDataUrl: () => undefined };
  const entry = { id: 'x', status: 'submitted', createTime: '2024-05-17T09:30:00.000Z', data };
  const { run, row } = readForPrinting({ id: 'f', account: 'one', title: 'F', definition: form, plan }, entry);
  const { locale } = plan;
  const context = {
    run,
    locale,
    timeZone,
    docDir: 'ltr',
    isForFiller: false,
    hasHelp: false,
    pictures,
    known: new Map(),
  };
  return describeSlot(context as never, row, step, {});
}

/** What stands on paper, with what is drawn in brackets. */
function printedText(value: Value): string {
  const text = (lines: readonly Line[]) => plainText(lines.map((line) => line.text).join('\n'));
  const item = ({ question, lines, note }: ListItem) =>
    `${question ? `${text(question)}: ` : ''}${text(lines)}${note ? ` [${text(note)}]` : ''}`;
  switch (value.kind) {
    case 'text':
    case 'swatch':
      return text(value.lines);
    case 'list':
      return value.items.map(item).join('\n');
    case 'files':
      return [...value.pictures, ...value.files].map(item).join('\n');
    case 'stars':
      return value.words;
    case 'drawing':
    case 'picture':
      return `[drawn, as ${value.alt}]`;
    case 'grid':
      return `[grid]\n${value.rows.flatMap(({ question, chosen }) => (chosen < 0 ? [] : [`${text(question)}: ${text(value.options[chosen]!)}`])).join('\n')}`;
    case 'empty':
      return '';
    default:
      return (
        setTexts({ unset: 'layout input', value: { texts: { a: ['unset', value] } } } as never) as {
          texts: { a: string };
        }
      ).texts.a;
  }
}

function entryAt(plan: FormPlan, form: FormDefinition, data: JsonObject): EntryAtHand {
  const at = new EntryAtHand({ plan, definition: form, id: 'x' } as never);
  at.open({ data } as never);
  return at;
}

function spreadsheetCell({ step, plan, form, data, value }: Made, format: 'csv' | 'xlsx'): string {
  const dateText = textDates(timeZone);
  const style = {
    isLabelled: true,
    words: tableWords('en'),
    date: format === 'xlsx' ? sheetDates(timeZone) : dateText,
    dateText,
    file: ({ name, url }: { name: string; url: string }) =>
      format === 'xlsx' ? { text: name, href: url, plain: `${name} (${url})` } : `${name} (${url})`,
  };
  const cell = valueReader(step, style).read(value, entryAt(plan, form, data));
  return typeof cell === 'object' ? cell.text : String(cell);
}

function columnOf(plan: FormPlan) {
  return fieldReaders(plan).find(({ name }) => name === 'root≡a')!;
}

/** How a place joins several values: these are the same words. */
const joints: Readonly<Record<string, string>> = { csv: ' | ', xlsx: ' | ', odata: ' | ' };

interface Reason {
  readonly places: readonly string[];
  readonly isAbout: (made: Made, text: string) => boolean;
  readonly why: string;
  /** The text depends on the machine. */
  readonly isTextUnsure?: boolean;
}

const kindOf = ({ answer }: Made) => answer?.kind;
const spreadsheets = ['csv', 'xlsx', 'odata'];
const pages = ['entries table', 'entry sheet', 'history', 'review page', 'draft conflict'];
const drawsForm = ['options on the plain page', 'options in a preview for agents'];

const reasons: readonly Reason[] = [
  {
    places: spreadsheets,
    isAbout: (made) => kindOf(made) === 'moment',
    why: 'a date that sorts and can be counted with; titles name the zone',
  },
  { places: spreadsheets, isAbout: (made) => kindOf(made) === 'rating', why: 'a bare number, to count with' },
  { places: ['odata'], isAbout: (made) => made.step.value.kind === 'bool', why: 'a type of its own: true and false' },
  {
    places: pages,
    isAbout: isInReadersZone,
    why: 'the zone of whoever reads, which needs no name',
    isTextUnsure: true,
  },
  {
    places: ['csv', 'xlsx'],
    isAbout: (made) => kindOf(made) === 'files',
    why: 'the address, where the cell is no link',
  },
  {
    places: ['odata', 'message as text'],
    isAbout: (made) => kindOf(made) === 'files',
    why: 'the address, where a text is no link',
  },
  {
    places: ['message as html', 'pdf', 'texts of layouts'],
    isAbout: (made) => kindOf(made) === 'files',
    why: 'the size beside the name',
  },
  {
    places: ['pdf'],
    isAbout: ({ answer }) => answer !== undefined && 'group' in answer,
    why: 'the group beside the option',
  },
  { places: ['pdf'], isAbout: (made) => kindOf(made) === 'drawing', why: 'the signature itself' },
  {
    places: ['pdf'],
    isAbout: (made) => kindOf(made) === 'pairs',
    why: 'a grid, where the options fit beside the questions',
  },
  { places: ['message as html'], isAbout: ({ step }) => step.element.ranked === true, why: 'the list numbers itself' },
  { places: ['entries table'], isAbout: (made) => kindOf(made) === 'html', why: 'one line' },
  {
    places: ['insight'],
    isAbout: ({ step, answer }) => step.element.ranked === true || answer?.kind === 'list',
    why: 'in the order of the options',
  },
  {
    places: ['insight'],
    isAbout: ({ step }) => step.options?.form === 'expression',
    why: 'options that differ by entry are counted by their values',
  },
  {
    places: ['odata'],
    isAbout: ({ step, answer }) => step.value.kind === 'matrix' && answer?.kind === 'stored',
    why: 'a column for each question has no place for it',
  },
  { places: spreadsheets, isAbout: ({ value }) => value === '  ', why: 'texts are cells as they are stored' },
  {
    places: drawsForm,
    isAbout: () => true,
    why: 'the form, not an answer: the option as its owner wrote it',
  },
  {
    places: ['review page'],
    isAbout: ({ step, value }) => step.value.kind === 'bool' && value === undefined,
    why: 'the person sees what a box left alone will mean',
  },
];

function isInReadersZone({ answer }: Made, text: string): boolean {
  return (
    answer?.kind === 'moment' &&
    answer.mode === 'dt' &&
    text === answerLine(answer, { locale: 'en', timeZone: deviceZone })
  );
}

function isSame(text: string, place: string, { answer }: Made): boolean {
  if (answer === undefined) return text === '';
  const lines = answerLines(answer, { locale: 'en', timeZone });
  return [joints[place] ?? ', ', '; ', '\n'].some((joint) => lines.join(joint) === text);
}

const cell = (text: string) =>
  (text.length > 60 ? `${text.slice(0, 60)}…` : text).replaceAll('|', '\\|').replaceAll('\n', ' ⏎ ');

test('[values.as-text] every answer has one wording in every place, or the place has a reason', async () => {
  const rows: string[] = [];
  const unexplained: string[] = [];
  const used = new Set<Reason>();
  for (const one of cases) {
    const made = make(one);
    const differences = new Map<string, string[]>();
    for (const [place, write] of Object.entries(places)) {
      const text = await write(made);
      if (text === undefined || isSame(text, place, made)) continue;
      const reason = reasons.find(({ places: own, isAbout }) => own.includes(place) && isAbout(made, text));
      if (reason === undefined) unexplained.push(`${one[0]}: ${place} writes ${JSON.stringify(text.slice(0, 100))}`);
      else used.add(reason);
      const key = reason?.isTextUnsure ? reason.why : `\`${cell(text)}\` (${reason?.why})`;
      differences.set(key, [...(differences.get(key) ?? []), place]);
    }
    const inHebrew = make(one, 'he');
    const words = ({ answer }: Made, locale: Locale) =>
      answer ? `\`${cell(answerLine(answer, { locale, timeZone }))}\`` : '–';
    const differ = [...differences].map(([text, where]) => `${where.join(', ')}: ${text}`).join('<br>');
    rows.push(`| ${one[0]} | ${words(made, 'en')} | ${words(inHebrew, 'he')} | ${differ} |`);
  }
  expect(unexplained).toEqual([]);
  // A reason that nothing needs is one that nobody can check.
  expect(reasons.filter((reason) => !used.has(reason)).map(({ why }) => why)).toEqual([]);
  const table = ['| Answer | Wording | In Hebrew | Where it differs, and why |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
  await expect(`${head}\n\n${table}\n`).toMatchFileSnapshot('./golden.md');
});

test('[values.as-text] every kind of value is among the rows', () => {
  const kinds = new Set(cases.map((one) => make(one).step.value.kind));
  expect(kinds.size).toBe(12);
  expect(cases.filter((one) => make(one).answer?.kind === 'stored').length).toBeGreaterThan(4);
});

const head = `# Answers in words

Written by golden.test.ts: how each answer reads in ${Object.keys(places).join(', ')}.
Lists are joined as the place joins them. Moments are in the form's time zone, Asia/Jerusalem.`;
