// A form while somebody fills it: the data so far, and what the core makes of it after each change. Everything is worked
// out again from the data (it takes well under a millisecond); components follow slices of it and are drawn again when those
// change. Hundreds of slices are looked at after every key press: what a field cannot have changed is not worked out again.
// [fill-links.conditions]

import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { type Budget, budgetKey, openBudget } from '../core/expression/budget.ts';
import type { Scope } from '../core/expression/compile.ts';
import { withPageWords } from '../core/locale/page-words.ts';
import { isTrue } from '../core/plan/evaluate.ts';
import type { FormPlan } from '../core/plan/form-plan.ts';
import { type EntryInspection, inspectEntry } from '../core/plan/inspect-entry.ts';
import type { ScopeContext } from '../core/plan/row-state.ts';
import type { EntryCheck } from '../core/validation/check-row.ts';
import { createStore } from '../web/store.ts';
import { type DataKeys, getAt, keysOfModelPath, setAt } from './data-at.ts';
import { type FieldFacts, isSameMessage } from './field-facts.ts';
import { fieldOptions } from './field-options.ts';
import { importPart } from './import-part.ts';
import { rowWithInitialValues } from './initial-values.ts';
import { type RowPlace, rowsAt, withoutRow } from './row-place.ts';
import { rowRemoved, rowTitle } from './row-words.ts';
import type { ViewTexts } from './texts.ts';
import type { FieldNode, RepeatNode, ViewNode } from './view-node.ts';

/** All that follows from the data. */
interface Snapshot extends EntryInspection {
  readonly data: JsonObject;
  readonly messages: ReadonlyMap<string, readonly ItemMessage[]>;
}

/** A field in the entry or in one row: where its value is, and what it showed last. */
interface FieldCache {
  readonly path: string;
  readonly keys: DataKeys;
  /** Whether an expression decides about it beyond its being hidden. */
  readonly isExpressed: boolean;
  facts: FieldFacts | undefined;
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
  readonly texts: ViewTexts;
  readonly data: JsonObject;
  /** `data.entry` and `data.form` in expressions. */
  readonly context: ScopeContext;
  readonly requestJson: RequestJson;
}

export type FormState = ReturnType<typeof createFormState>;

/** What was begun in a field and is not in its value: words of a search, files on their way. Kept with the draft. */
export interface Unfinished {
  readonly texts: readonly string[];
  /** Why it stands in the way of a send; missing while there is still something to wait for. */
  readonly message?: string | undefined;
  /** The keys of the field that told of it; missing where only names were kept, which excuse nothing. */
  readonly owner?: DataKeys | undefined;
}

interface FillState {
  readonly data: JsonObject;
  readonly unfinished: ReadonlyMap<string, Unfinished>;
  /** Fields that were left: their messages show. */
  readonly shown: ReadonlySet<string>;
  readonly isAllShown: boolean;
  /** Rows that were added since all messages were shown: theirs wait until somebody was in them. */
  readonly newRows: ReadonlySet<string>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** For those who do not see what changed. */
  readonly announcement: string;
  /** How often everything was replaced: what fields remember beside their value goes too. */
  readonly resets: number;
}

const untouched = {
  unfinished: new Map<string, Unfinished>(),
  newRows: new Set<string>(),
  shown: new Set<string>(),
  isAllShown: false,
  verdicts: new Map<string, Verdict>(),
  announcement: '',
};

export function createFormState({ tree, texts, data: opened, context, requestJson, ...options }: FormStateOptions) {
  const plan = withPageWords(options.plan, texts);
  const store = createStore<FillState>({ ...untouched, data: opened, resets: 0 });
  const { get, set, subscribe } = store;

  let last: Snapshot | undefined;
  const snapshot = (): Snapshot => {
    const { data } = get();
    if (last?.data !== data) last = takeSnapshot(plan, data, context);
    return last;
  };

  // All that the fields ask between two turns of the browser shares one budget: no form can freeze the page.
  let budget: Budget | undefined;
  const budgetOfTurn = (): Budget => {
    if (budget === undefined) {
      budget = openBudget(context.clock?.());
      setTimeout(() => {
        budget = undefined;
      });
    }
    return budget;
  };

  const scopeOf = (row: RowPlace, value?: JsonValue): Scope => {
    const { model } = snapshot();
    return {
      [budgetKey]: budgetOfTurn(),
      model,
      data: { entry: context.entry ?? null, form: context.form ?? null },
      row: row.index === undefined ? undefined : getAt(model, row.keys),
      $index: row.index,
      value,
    };
  };

  const valueAt = (keys: DataKeys) => getAt(get().data, keys) ?? undefined;
  // Without conditions nothing is worked out before the first change.
  const isHidden = (elementPath: string, row: RowPlace) =>
    plan.guards.length > 0 && snapshot().isHidden(elementPath, row.path);

  const verdictAt = (path: string, value: JsonValue | undefined): readonly ItemMessage[] => {
    const verdict = get().verdicts.get(path);
    return verdict === undefined || verdict.value !== value ? none : verdict.messages;
  };

  const isShown = (path: string): boolean => {
    const { isAllShown, shown, newRows } = get();
    if (!isAllShown || newRows.size === 0) return isAllShown || shown.has(path);
    return shown.has(path) || ![...newRows].some((row) => path.startsWith(row));
  };

  /** All there is to say of a field in which something was begun: what it lacks without that is beside the point. */
  const unfinishedAt = (path: string): readonly ItemMessage[] | undefined => {
    const { owner, message } = get().unfinished.get(path) ?? {};
    return message ? [{ modelPath: path, message, type: 'error', value: null }] : owner && none;
  };

  const messagesAt = (path: string, value: JsonValue | undefined): readonly ItemMessage[] => {
    if (!isShown(path)) return none;
    const unfinished = unfinishedAt(path);
    if (unfinished !== undefined) return unfinished;
    const own = snapshot().messages.get(path) ?? none;
    const further = verdictAt(path, value).filter(({ message }) => own.every((one) => one.message !== message));
    return further.length === 0 ? own : [...own, ...further];
  };

  const caches = new WeakMap<RowPlace, Map<FieldNode | RepeatNode, FieldCache>>();
  const cacheOf = (node: FieldNode | RepeatNode, row: RowPlace): FieldCache => {
    const inRow = caches.get(row) ?? new Map<FieldNode | RepeatNode, FieldCache>();
    caches.set(row, inRow);
    const known = inRow.get(node);
    if (known !== undefined) return known;
    const { path, keys } = row;
    const cache = {
      path: path + node.path,
      keys: [...keys, ...node.keys],
      isExpressed: isExpressed(node),
      facts: undefined,
    };
    inRow.set(node, cache);
    return cache;
  };

  function facts(node: FieldNode | RepeatNode, row: RowPlace): FieldFacts {
    const cache = cacheOf(node, row);
    const value = (node.step as FieldNode['step']).compute
      ? (getAt(snapshot().model, cache.keys) ?? undefined)
      : valueAt(cache.keys);
    const isHiddenNow = isHidden(node.elementPath, row);
    const messages = messagesAt(cache.path, value);
    const before = cache.isExpressed ? undefined : cache.facts;
    if (before?.value === value && before?.isHidden === isHiddenNow && before.messages === messages) return before;
    // Without expressions nothing is looked up in it.
    const scope = cache.isExpressed ? scopeOf(row, value) : noScope;
    const { required } = node.step;
    cache.facts = {
      isHidden: isHiddenNow,
      value,
      isReadonly: isTrue(node.readonly, scope, false),
      isRequired: required !== undefined && required.level === 'error' && isTrue(required.when, scope, false),
      options: node.kind === 'field' ? fieldOptions(node, scope, texts) : none,
      messages,
    };
    return cache.facts;
  }

  function change(keys: DataKeys, value: JsonValue | undefined): void {
    set({ data: (setAt(get().data, keys, value) ?? {}) as JsonObject });
  }

  function addRow(node: RepeatNode, row: RowPlace): void {
    const keys = [...row.keys, ...node.keys];
    const rows = rowsAt(get().data, keys);
    const index = rows.length;
    const place = { path: `${row.path}${node.path}[${index}]`, keys: [...keys, index], index };
    set({ newRows: new Set(get().newRows).add(place.path), announcement: rowTitle(node.element, index, texts) });
    change(keys, [...rows, rowWithInitialValues(node.children, scopeOf(place))]);
  }

  /** Answers a function that puts the row back. */
  function removeRow(node: RepeatNode, row: RowPlace, index: number): () => void {
    const keys = [...row.keys, ...node.keys];
    const rows = rowsAt(get().data, keys);
    const { shown, newRows } = get();
    const left = rows.filter((_, at) => at !== index);
    set({
      shown: withoutRow(shown, row.path + node.path, index),
      newRows: withoutRow(newRows, row.path + node.path, index),
      announcement: rowRemoved(node.element, index, texts),
    });
    change(keys, left.length === 0 ? undefined : left);
    return () => {
      const now = rowsAt(get().data, keys);
      set({ shown, newRows, announcement: rowTitle(node.element, index, texts) });
      change(keys, [...now.slice(0, index), rows[index] as JsonValue, ...now.slice(index)]);
    };
  }

  /** A field ends only what it told itself: when rows move, another one may be at its path by then. */
  function setUnfinished(path: string, owner: DataKeys, texts: readonly string[], message?: string): void {
    const unfinished = new Map(get().unfinished);
    if (texts.length > 0) unfinished.set(path, { texts, message, owner });
    else if (unfinished.get(path)?.owner === owner) unfinished.delete(path);
    else return;
    set({ unfinished });
  }

  /** Shows the messages of a field that was left, and asks the servers that have a say about it. */
  async function leave(path: string): Promise<void> {
    if (!get().shown.has(path)) set({ shown: new Set(get().shown).add(path) });
    const value = valueAt(keysOfModelPath(path));
    const asked = snapshot().check.remoteChecks.filter((one) => one.unreachable().modelPath === path);
    if (asked.length === 0 || get().verdicts.get(path)?.value === value) return;
    const unknown = asked.map((one) => one.unreachable().message);
    const part = await importPart(() => import('../core/validation/run-remote-checks.ts')).catch(() => undefined);
    const said = (await part?.runRemoteChecks(asked, requestJson)) ?? [];
    // A server that cannot be reached from here says nothing; ours will ask it again at the submit.
    addVerdicts([[path, { value, messages: said.filter(({ message }) => !unknown.includes(message)) }]]);
  }

  function addVerdicts(verdicts: Iterable<[string, Verdict]>): void {
    set({ verdicts: new Map([...get().verdicts, ...verdicts]) });
  }

  /** What the server said about the data it was sent. */
  function takeServerMessages(messages: readonly ItemMessage[]): void {
    const ofApi = plan.itemTexts.ofApi ?? ((text) => text);
    // The page asks for what is missing in words of its own: not twice.
    const isAsked = ({ modelPath, message }: ItemMessage) =>
      message === plan.itemTexts.required && snapshot().messages.has(modelPath);
    const others = messages.filter((one) => !isAsked(one));
    const paths = [...byPath(others.map((one) => ({ ...one, message: ofApi(one.message) })))];
    addVerdicts(paths.map(([path, list]) => [path, { value: valueAt(keysOfModelPath(path)), messages: list }]));
  }

  /** The errors that stop a submit, in form order; shown or not. */
  function problems(): ItemMessage[] {
    const said = [...get().verdicts.keys()].flatMap((path) => verdictAt(path, valueAt(keysOfModelPath(path))));
    const all = [...snapshot().check.messages, ...said.filter(({ type }) => type === 'error')].filter(
      ({ modelPath }) => unfinishedAt(modelPath) === undefined,
    );
    return [
      ...all.filter((one, at) => at === all.findIndex((two) => isSameMessage(one, two))),
      ...unfinishedProblems(),
    ];
  }

  const unfinishedProblems = () => [...get().unfinished.keys()].flatMap((path) => unfinishedAt(path) ?? []);

  return {
    plan,
    tree,
    texts,
    get,
    subscribe,
    facts,
    isHidden,
    valueAt,
    change,
    addRow,
    removeRow,
    leave,
    takeServerMessages,
    problems,
    /** Those of them that may be seen by now. */
    shownProblems: () => problems().filter(({ modelPath }) => isShown(modelPath)),
    unfinishedProblems,
    setUnfinished,
    /** The data as it would be sent, and what the rules say to it. */
    check: (): EntryCheck => snapshot().check,
    /** What an expression sees in a row, at a field with this value. */
    scopeOf,
    showAll: () => set({ isAllShown: true, newRows: untouched.newRows }),
    /** Replaces everything, as when what was kept on the device is thrown away. */
    reset: (data: JsonObject, begun: ReadonlyMap<string, Unfinished> = untouched.unfinished) => {
      const unfinished = new Map([...begun].map(([path, { texts }]) => [path, { texts }]));
      set({ ...untouched, data, unfinished, resets: get().resets + 1 });
    },
  };
}

function takeSnapshot(plan: FormPlan, data: JsonObject, context: ScopeContext): Snapshot {
  const inspection = inspectEntry(plan, data, { ...context, cleanHtml: (html) => html });
  const { messages, notices } = inspection.check;
  return { ...inspection, data, messages: byPath([...messages, ...notices]) };
}

function isExpressed(node: FieldNode | RepeatNode): boolean {
  const { required } = node.step;
  const truths = [node.readonly, required?.when ?? false];
  const hasListExpression = node.kind === 'field' && node.step.options?.form === 'expression';
  return hasListExpression || truths.some((truth) => typeof truth !== 'boolean');
}

const none: readonly never[] = [];
const noScope: Scope = {};

function byPath(messages: readonly ItemMessage[]): Map<string, ItemMessage[]> {
  const map = new Map<string, ItemMessage[]>();
  for (const message of messages) {
    const list = map.get(message.modelPath);
    if (list === undefined) map.set(message.modelPath, [message]);
    else list.push(message);
  }
  return map;
}
