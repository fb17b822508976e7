// What is wrong with the values of one row, in form order. A value of the wrong type is reported as that and asked nothing
// more; an empty one only whether it is required; any other whether it is an option and what its validators say.
// [validation.required.empty] [validation.required.matrix] [validation.required.rows] [validation.rows]
// [validation.messages.wrong-type]

import { deletedFilesIn } from '../../fields/file/value.ts';
import type { ItemMessage } from '../definition/definition-parts.ts';
import type { RemoteCheck } from '../definition/definition-problems.ts';
import type { FileObject, JsonObject, JsonValue, MessageLevel } from '../definition/form-definition.ts';
import { affords } from '../expression/budget.ts';
import { itemText } from '../locale/item-texts.ts';
import { isTrue } from '../plan/evaluate.ts';
import type { FileInEntry } from '../plan/files-in-entry.ts';
import type { FieldStep, RepeatStep, Required } from '../plan/form-plan.ts';
import type { OptionIndex } from '../plan/option-list.ts';
import { acceptedValues, isAccepted, type Options } from '../plan/options.ts';
import {
  enterRow,
  isHidden,
  isInsideBroken,
  modelPath,
  noteRunOut,
  type RowState,
  type Run,
  rowPath,
  sentFor,
} from '../plan/row-state.ts';
import { invalid, type ValueType } from '../values/value-type.ts';
import type { Rule } from './rules.ts';

export interface EntryCheck {
  /** Cleaned, keys in the form's order. */
  readonly data: JsonObject;
  /** Errors: these block. */
  readonly messages: ItemMessage[];
  /** Messages of the levels warning, info and success: these are only shown. */
  readonly notices: ItemMessage[];
  readonly remoteChecks: RemoteCheck[];
  /** In form order; empty where the form has no files. */
  readonly files: FileInEntry[];
  /** Files sent with deleted true: gone from `data`, to be deleted from storage once the entry is stored. */
  readonly deletedFiles: { readonly modelPath: string; readonly file: FileObject }[];
}

export interface Checking {
  readonly run: Run;
  readonly check: EntryCheck;
  readonly hasRules: boolean;
  /** Option lists that are the same in every row. */
  acceptedByOptions: Map<Options, OptionIndex | undefined> | undefined;
}

// Completeness is for people; past this many, the response to a broken request would be many times its size.
const maxMessages = 1000;
/** What asking one validator costs beside looking at the value. */
const ruleWork = 10;

export function checkRow(checking: Checking, row: RowState): void {
  const { run, hasRules } = checking;
  if (row.isBroken) {
    const sent = row.parent === undefined ? null : sentRow(row);
    report(checking, rowPath(row), itemText(run.plan.itemTexts, 'invalidType'), 'error', sent);
    return;
  }
  if (hasRules) enterRow(run, row);
  const hasInvalid = run.invalidCount > 0;
  for (const step of hasInvalid ? row.shape.steps : row.shape.ruledSteps) {
    if (isHidden(row, step) || (hasInvalid && isInsideBroken(row, step))) continue;
    if (step.kind === 'field') checkField(checking, row, step);
    else if (step.kind === 'repeat') checkRepeat(checking, row, step);
    else if (step.kind === 'section' && row.sections![step.own]!.isBroken) reportInvalid(checking, row, step);
    if (run.budget.work < 0 && noteRunOut(run, row, step)) return;
  }
}

function sentRow(row: RowState): JsonValue {
  const rows = sentFor(row.parent!, row.shape.repeat!);
  return Array.isArray(rows) ? (rows[row.index] ?? null) : null;
}

function checkField(checking: Checking, row: RowState, step: FieldStep): void {
  const { run, hasRules } = checking;
  const value = row.slots[step.slot] as JsonValue | typeof invalid;
  if (value === invalid) {
    reportInvalid(checking, row, step, step.value.isHtml ? run.tools.htmlRefusal : undefined);
    return;
  }
  if (typeof value === 'object' && step.value.hasFiles === true) noteFiles(checking, row, step, value);
  if (!hasRules) return;
  // Of what was read, only null and parts missing from an object are empty: a scalar never is.
  if (step.required !== undefined && typeof value === 'object' && step.value.isEmpty(value)) {
    checkRequired(checking, row, step, step.required);
  }
  if (value === null) return;
  const before = checking.check.messages.length;
  run.scope['value'] = value;
  if (step.options !== undefined && !step.options.isOpen) checkOptions(checking, row, step, step.options, value);
  if (step.rules.length > 0) checkRules(checking, row, step, step.rules, value);
  // A value that already failed is not worth a request.
  if (step.remotes.length > 0 && checking.check.messages.length === before) addRemoteChecks(checking, row, step);
}

function checkRequired(checking: Checking, row: RowState, step: FieldStep | RepeatStep, required: Required): void {
  const { run } = checking;
  run.scope['value'] = undefined;
  if (!isTrue(required.when, run.scope, false)) return;
  const { itemTexts } = run.plan;
  const text = required.message ?? itemTexts.needed?.(step) ?? itemText(itemTexts, 'required');
  report(checking, modelPath(row, step.path), text, required.level, sentFor(row, step) ?? null);
}

function checkOptions(checking: Checking, row: RowState, step: FieldStep, options: Options, value: JsonValue): void {
  const accepted = acceptedFor(checking, options);
  if (accepted === undefined || isAccepted(value, accepted)) return;
  const text = itemText(checking.run.plan.itemTexts, 'notInOptions');
  report(checking, modelPath(row, step.path), text, 'error', sentFor(row, step) ?? null);
}

function acceptedFor(checking: Checking, options: Options): OptionIndex | undefined {
  if (options.form === 'list') return options.index;
  if (options.form === 'set') return undefined;
  const known = checking.acceptedByOptions?.get(options);
  if (known !== undefined) return known;
  const accepted = acceptedValues(options, checking.run.scope);
  if (!options.isOfRow) {
    checking.acceptedByOptions ??= new Map();
    checking.acceptedByOptions.set(options, accepted);
  }
  return accepted;
}

function checkRules(
  checking: Checking,
  row: RowState,
  step: FieldStep | RepeatStep,
  rules: readonly Rule[],
  value: JsonValue,
): void {
  const { run } = checking;
  for (const rule of rules) {
    if (!affords(run.budget, ruleWork)) return;
    const text = rule.check(value, run.scope, run.plan.itemTexts);
    if (text === undefined) continue;
    report(checking, modelPath(row, step.path), rule.message ?? text, rule.level, sentFor(row, step) ?? null);
  }
}

function addRemoteChecks({ run, check }: Checking, row: RowState, step: FieldStep): void {
  const messageFor = (message: string, type: MessageLevel) => ({
    modelPath: modelPath(row, step.path),
    message,
    type,
    value: sentFor(row, step) ?? null,
  });
  for (const rule of step.remotes) {
    check.remoteChecks.push(rule.check(run.scope, run.plan.itemTexts, messageFor));
  }
}

function checkRepeat(checking: Checking, row: RowState, step: RepeatStep): void {
  const { run, hasRules } = checking;
  const rows = row.slots[step.slot] as RowState[] | null | typeof invalid;
  if (rows === invalid) {
    const sent = sentFor(row, step);
    // Far too many rows are not even read; where rules count, the limit is what is wrong with them.
    if (hasRules && Array.isArray(sent) && sent.length > step.maxRows) reportRows(checking, row, step);
    else reportInvalid(checking, row, step);
    return;
  }
  if (rows === null) {
    if (hasRules && step.required !== undefined) checkRequired(checking, row, step, step.required);
    return;
  }
  if (hasRules && rows.length > step.maxRows) reportRows(checking, row, step);
  if (hasRules && step.rules.length > 0) checkRules(checking, row, step, step.rules, sentFor(row, step)!);
  const { remoteChecks } = checking.check;
  const asked = remoteChecks.length;
  for (const inner of rows) {
    if (noteRunOut(run, row, step)) return;
    checkRow(checking, inner);
  }
  // Rows that may not be there are not worth a request.
  if (rows.length > step.maxRows) remoteChecks.length = asked;
  if (hasRules) enterRow(run, row);
}

function reportRows(checking: Checking, row: RowState, step: RepeatStep): void {
  const text = itemText(checking.run.plan.itemTexts, 'rows', step.maxRows);
  report(checking, modelPath(row, step.path), text, 'error', sentFor(row, step) ?? null);
}

function reportInvalid(
  checking: Checking,
  row: RowState,
  step: { path: string; value?: ValueType } & Parameters<typeof sentFor>[1],
  textRefusal?: string,
): void {
  const sent = sentFor(row, step) ?? null;
  const { itemTexts } = checking.run.plan;
  const text = typeof sent === 'string' ? textRefusal : undefined;
  const message = text ?? (step.value && itemTexts.unread?.(step.value, sent)) ?? itemText(itemTexts, 'invalidType');
  report(checking, modelPath(row, step.path), message, 'error', sent);
}

function noteFiles({ check }: Checking, row: RowState, step: FieldStep, value: JsonValue): void {
  const path = modelPath(row, step.path);
  for (const file of deletedFilesIn(sentFor(row, step))) check.deletedFiles.push({ modelPath: path, file });
  for (const file of (value ?? []) as unknown as FileObject[])
    check.files.push({ modelPath: path, file, value, element: step.element });
}

function report({ check }: Checking, path: string, message: string, type: MessageLevel, value: JsonValue): void {
  const list = type === 'error' ? check.messages : check.notices;
  if (list.length < maxMessages) list.push({ modelPath: path, message, type, value });
}
