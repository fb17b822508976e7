// A form while somebody fills it: the data so far, and what the core makes of it after each change. Everything is worked
// out anew from the data (it takes well under a millisecond); components follow slices, which keep still while they stay equal.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ElementVisibility, elementVisibility } from '../core/element-visibility.ts';
import { isTrue } from '../core/evaluate.ts';
import type { Scope } from '../core/expression/compile.ts';
import type { JsonObject, JsonValue } from '../core/form-definition.ts';
import type { FormPlan, Required } from '../core/form-plan.ts';
import { modelScope } from '../core/model-scope.ts';
import type { Option } from '../core/option-list.ts';
import type { ScopeContext } from '../core/row-state.ts';
import type { ItemMessage } from '../core/validation/message.ts';
import { runRemoteChecks } from '../core/validation/remote.ts';
import { type EntryCheck, validateEntry } from '../core/validation/validate-entry.ts';
import { type DataKeys, getAt, keysOfModelPath, setAt } from './data-at.ts';
import { fieldOptions } from './field-options.ts';
import { rowWithInitialValues } from './initial-values.ts';
import { type ViewTexts, viewTexts } from './texts.ts';
import type { FieldNode, RepeatNode, ViewNode } from './view-node.ts';

/** The entry, or one row of a repeat. */
export interface RowPlace {
  /** `model` or `model['items'][0]`. */
  readonly path: string;
  readonly keys: DataKeys;
  readonly index: number | undefined;
}

export const entryPlace: RowPlace = { path: 'model', keys: [], index: undefined };

/** What a field shows besides its label. */
export interface FieldFacts {
  readonly isHidden: boolean;
  readonly value: JsonValue | undefined;
  readonly isReadonly: boolean;
  readonly isRequired: boolean;
  readonly options: readonly Option[];
  /** Those to be shown now. */
  readonly messages: readonly ItemMessage[];
}

/** All that follows from the data. */
interface Snapshot {
  readonly data: JsonObject;
  readonly check: EntryCheck;
  readonly visibility: ElementVisibility;
  readonly model: JsonObject;
  readonly messages: ReadonlyMap<string, readonly ItemMessage[]>;
}

/** Messages that others gave about a value; they count as long as the value stays. */
interface Verdict {
  readonly value: JsonValue | undefined;
  readonly messages: readonly ItemMessage[];
}

export type RequestJson = (url: string, qs: Record<string, JsonValue>) => Promise<unknown>;

export interface FormStateOptions {
  readonly plan: FormPlan;
  readonly tree: ViewNode | undefined;
  readonly data: JsonObject;
  /** `data.entry` and `data.form` in expressions. */
  readonly context: ScopeContext;
  readonly requestJson: RequestJson;
}

export type FormState = ReturnType<typeof createFormState>;

export function createFormState({ plan, tree, data: opened, context, requestJson }: FormStateOptions) {
  const texts: ViewTexts = viewTexts(plan.locale);
  const data = signal(opened);
  /** Fields that were left: their messages show. */
  const shown = signal<ReadonlySet<string>>(new Set());
  const isAllShown = signal(false);
  const verdicts = signal<ReadonlyMap<string, Verdict>>(new Map());
  const announcement = signal('');

  const snapshot = computed((): Snapshot => {
    const now = data.value;
    const check = validateEntry(plan, now, { rules: 'all', context: { ...context, cleanHtml: (html) => html } });
    const model = modelScope(plan, check.data, context)['model'] as JsonObject;
    const visibility = elementVisibility(plan, now, context);
    return { data: now, check, visibility, model, messages: byPath([...check.messages, ...check.notices]) };
  });

  const scopeOf = ({ model }: Snapshot, row: RowPlace, value?: JsonValue): Scope => ({
    model,
    data: { entry: context.entry ?? null, form: context.form ?? null },
    row: row.index === undefined ? undefined : getAt(model, row.keys),
    $index: row.index,
    value,
  });

  const messagesAt = (snap: Snapshot, path: string, value: JsonValue | undefined): readonly ItemMessage[] => {
    const own = snap.messages.get(path) ?? none;
    const verdict = verdicts.value.get(path);
    if (verdict === undefined || verdict.value !== value) return own;
    const further = verdict.messages.filter(({ message }) => own.every((one) => one.message !== message));
    return further.length === 0 ? own : [...own, ...further];
  };

  const isRequiredNow = (required: Required | undefined, scope: Scope) =>
    required !== undefined && required.level === 'error' && isTrue(required.when, scope, false);

  const shownAt = (snap: Snapshot, path: string, value: JsonValue | undefined) =>
    isAllShown.value || shown.value.has(path) ? messagesAt(snap, path, value) : none;

  function factsOf(node: FieldNode | RepeatNode, row: RowPlace): ReadonlySignal<FieldFacts> {
    const keys = [...row.keys, ...node.keys];
    const path = row.path + node.path;
    return slice((): FieldFacts => {
      const snap = snapshot.value;
      const value = getAt(snap.data, keys) ?? undefined;
      const scope = scopeOf(snap, row, value);
      return {
        isHidden: snap.visibility.isHidden(node.elementPath, row.path),
        value,
        isReadonly: isTrue(node.readonly, scope, false),
        isRequired: isRequiredNow(node.step.required, scope),
        options: node.kind === 'field' ? fieldOptions(node, scope, texts) : none,
        messages: shownAt(snap, path, value),
      };
    }, isSameFacts);
  }

  function change(keys: DataKeys, value: JsonValue | undefined): void {
    data.value = (setAt(data.peek(), keys, value) ?? {}) as JsonObject;
  }

  function addRow(node: RepeatNode, row: RowPlace): void {
    const keys = [...row.keys, ...node.keys];
    const rows = rowsAt(data.peek(), keys);
    const place = { path: `${row.path}${node.path}[${rows.length}]`, keys: [...keys, rows.length], index: rows.length };
    const added = rowWithInitialValues(node.children, scopeOf(snapshot.peek(), place));
    change(keys, [...rows, added]);
  }

  function removeRow(node: RepeatNode, row: RowPlace, index: number): void {
    const keys = [...row.keys, ...node.keys];
    const rows = rowsAt(data.peek(), keys).filter((_, at) => at !== index);
    shown.value = withoutRow(shown.peek(), row.path + node.path, index);
    change(keys, rows.length === 0 ? undefined : rows);
  }

  /** Shows the messages of a field that was left, and asks the servers that have a say about it. */
  async function leave(path: string): Promise<void> {
    if (!shown.peek().has(path)) shown.value = new Set(shown.peek()).add(path);
    const value = getAt(data.peek(), keysOfModelPath(path));
    const asked = snapshot.peek().check.remoteChecks.filter((one) => one.unreachable().modelPath === path);
    if (asked.length === 0 || verdicts.peek().get(path)?.value === value) return;
    const unknown = asked.map((one) => one.unreachable().message);
    const said = await runRemoteChecks(asked, requestJson);
    // A server that cannot be reached from here says nothing; ours will ask it again at the submit.
    setVerdict(path, { value, messages: said.filter(({ message }) => !unknown.includes(message)) });
  }

  function setVerdict(path: string, verdict: Verdict): void {
    verdicts.value = new Map(verdicts.peek()).set(path, verdict);
  }

  /** What the server said about the data it was sent. */
  function takeServerMessages(messages: readonly ItemMessage[]): void {
    for (const [path, list] of byPath(messages)) {
      setVerdict(path, { value: getAt(data.peek(), keysOfModelPath(path)) ?? undefined, messages: list });
    }
    isAllShown.value = true;
  }

  /** The errors that stand in the way of a submit, in form order; shown or not. */
  const problems = computed((): ItemMessage[] => {
    const snap = snapshot.value;
    const said = [...verdicts.value].flatMap(([path, verdict]) =>
      verdict.value === (getAt(snap.data, keysOfModelPath(path)) ?? undefined) ? verdict.messages : none,
    );
    const all = [...snap.check.messages, ...said.filter(({ type }) => type === 'error')];
    return all.filter((one, at) => at === all.findIndex((two) => isSameMessage(one, two)));
  });

  return {
    plan,
    tree,
    texts,
    data: data as ReadonlySignal<JsonObject>,
    snapshot: snapshot as ReadonlySignal<{ readonly check: EntryCheck }>,
    problems,
    isAllShown,
    announcement,
    factsOf,
    change,
    addRow,
    removeRow,
    leave,
    takeServerMessages,
    /** Replaces everything, as when what was kept on the device is thrown away. */
    reset(next: JsonObject): void {
      shown.value = new Set();
      verdicts.value = new Map();
      isAllShown.value = false;
      data.value = next;
    },
    isHidden: (elementPath: string, row: RowPlace) =>
      computed(() => snapshot.value.visibility.isHidden(elementPath, row.path)),
    valueAt: (keys: DataKeys) => computed(() => getAt(data.value, keys) ?? undefined),
    /** What an expression sees at a field now. */
    scopeAt: (node: FieldNode, row: RowPlace): Scope =>
      scopeOf(snapshot.peek(), row, getAt(data.peek(), [...row.keys, ...node.keys])),
    /** A value that an expression gives here, such as a text or a calculation. */
    evaluated: <T>(row: RowPlace, read: (scope: Scope) => T) => computed(() => read(scopeOf(snapshot.value, row))),
    hasShownProblem: (isInside: (path: string) => boolean) =>
      computed(() => isAllShown.value && problems.value.some(({ modelPath }) => isInside(modelPath))),
  };
}

const none: readonly never[] = [];

/** A computed value that keeps its identity while it stays equal, so that nothing that shows it is drawn again. */
function slice<T>(read: () => T, isSame: (before: T, now: T) => boolean): ReadonlySignal<T> {
  let last: T | undefined;
  return computed(() => {
    const now = read();
    if (last === undefined || !isSame(last, now)) last = now;
    return last;
  });
}

function isSameFacts(one: FieldFacts, two: FieldFacts): boolean {
  return (
    one.value === two.value &&
    one.isHidden === two.isHidden &&
    one.isReadonly === two.isReadonly &&
    one.isRequired === two.isRequired &&
    isSameList(one.options, two.options, (a, b) => a.value === b.value && a.label === b.label && a.group === b.group) &&
    isSameList(one.messages, two.messages, isSameMessage)
  );
}

function isSameList<T>(one: readonly T[], two: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return one === two || (one.length === two.length && one.every((item, at) => isSame(item, two[at]!)));
}

function isSameMessage(one: ItemMessage, two: ItemMessage): boolean {
  return one.modelPath === two.modelPath && one.message === two.message && one.type === two.type;
}

function byPath(messages: readonly ItemMessage[]): Map<string, ItemMessage[]> {
  const map = new Map<string, ItemMessage[]>();
  for (const message of messages) {
    const list = map.get(message.modelPath);
    if (list === undefined) map.set(message.modelPath, [message]);
    else list.push(message);
  }
  return map;
}

export function rowsAt(data: JsonValue, keys: DataKeys): readonly JsonValue[] {
  const rows = getAt(data, keys);
  return Array.isArray(rows) ? rows : none;
}

/** Paths below a removed row go, those of later rows move up. */
function withoutRow(paths: ReadonlySet<string>, repeat: string, removed: number): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const path of paths) {
    const [, index, rest = ''] = path.startsWith(`${repeat}[`)
      ? (/^(\d+)(\].*)$/s.exec(path.slice(repeat.length + 1)) ?? [])
      : [];
    if (index === undefined || Number(index) < removed) kept.add(path);
    else if (Number(index) > removed) kept.add(`${repeat}[${Number(index) - 1}${rest}`);
  }
  return kept;
}
