// Forms as the engine runs them: compiled once and kept by id and version, as many as a share of the memory holds.
import { getHeapStatistics } from 'node:v8';
import { checkElement } from '../../core/definition/check-element.ts';
import { omitDefaults } from '../../core/definition/form-defaults.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { compileFormInSteps } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { dataTextWriter, type WriteDataText } from '../../core/text/data-text.ts';
import { type CompilePattern, createPatternCache } from '../../core/text/pattern.ts';
import { type AnswerNode, outlineAnswers } from '../../print/answer-outline.ts';
import { errors } from '../base/errors.ts';
import { findRequestScope } from '../base/request-scope.ts';
import { ownTurn, runInSlices } from '../scheduling/run-in-slices.ts';
import type { Db } from '../store/connection/db.ts';
import { type FormToLoad, findFormToLoad, findFormVersion } from '../store/forms/forms.ts';
import { type CompiledRuleSets, compileRules } from './compile-rules.ts';
import { parseDefinition } from './parse-definition.ts';
import { largeFormLength } from './present-form.ts';

export interface LoadedForm {
  readonly id: string;
  readonly account: string;
  readonly version: number;
  readonly definition: FormDefinition;
  readonly isLarge?: boolean;
  /** The operator closed the account: the form takes nothing, from nobody. */
  readonly isAccountClosed?: boolean;
  readonly plan: FormPlan;
  readonly rules: CompiledRuleSets;
  /** Entry data as the text to store, keys in the form's order. */
  readonly writeData: WriteDataText;
  /** For lists of answers; made when a message first asks for one. */
  readonly answerOutline: () => readonly AnswerNode[];
}

export interface FormCache {
  /** The form, perhaps as it was a while ago: whoever writes with it confirms its version in the same transaction. */
  get(id: string): Promise<LoadedForm>;
  /** The form as it is now. */
  getFresh(id: string): Promise<LoadedForm>;
  forget(id: string): void;
  /** How many forms are kept, and about how much memory they take. */
  usage(): { forms: number; bytes: number };
}

/** The part of the process's memory that compiled forms may take. */
const memoryShare = 1 / 8;
const maxCacheBytes = 256 * 2 ** 20;
/** Instructions of compiled patterns that are kept, of all forms together: about 50 MB. */
const maxPatternSize = 100_000;

export function createFormCache(
  db: Db,
  { maxBytes = Math.min(maxCacheBytes, getHeapStatistics().heap_size_limit * memoryShare) } = {},
): FormCache {
  const cached = new Map<string, { readonly form: LoadedForm; readonly bytes: number }>();
  const compiling = new Map<string, Promise<LoadedForm>>();
  const compilePattern = createPatternCache({ maxSize: maxPatternSize });
  let cachedBytes = 0;
  let largeForms: Promise<unknown> = Promise.resolve();

  function forget(id: string): void {
    cachedBytes -= cached.get(id)?.bytes ?? 0;
    cached.delete(id);
  }

  /** The form used last is kept whatever its size. */
  function keep(form: LoadedForm, bytes: number): void {
    forget(form.id);
    cached.set(form.id, { form, bytes });
    cachedBytes += bytes;
    for (const id of cached.keys()) {
      if (cachedBytes <= maxBytes || id === form.id) break;
      forget(id);
    }
  }

  async function getFresh(id: string): Promise<LoadedForm> {
    const known = cached.get(id);
    // A large definition is not sent again to somebody who has it.
    if (known !== undefined && known.form.version === (await findFormVersion(db.sql, id))) {
      keep(known.form, known.bytes);
      return known.form;
    }
    const row = await findFormToLoad(db.sql, id);
    if (row === undefined) {
      forget(id);
      throw errors.formNotFound(id);
    }
    return compileOnce(row);
  }

  /** Requests that need the same version share its compiling. */
  function compileOnce(row: FormToLoad): Promise<LoadedForm> {
    const known = cached.get(row.id);
    if (known?.form.version === row.version) return Promise.resolve(known.form);
    const key = `${row.id} ${row.version}`;
    const inFlight = compiling.get(key) ?? compileRow(row).finally(() => compiling.delete(key));
    compiling.set(key, inFlight);
    return inFlight;
  }

  async function compileRow({ definition: text, ...row }: FormToLoad): Promise<LoadedForm> {
    const compile = async () => {
      const isLarge = text.length >= largeFormLength;
      const stored = await parseDefinition(text);
      if (isLarge) await ownTurn();
      // Of a version that stored more defaults than this one.
      const definition = omitDefaults(stored);
      const form = await compileDefinition({ ...row, definition, isLarge, compilePattern });
      keep(form, estimateBytes(text));
      return form;
    };
    if (text.length < largeFormLength) return compile();
    // One large form at a time: while they are compiled they take several times their memory.
    const turn = largeForms.then(compile);
    largeForms = turn.catch(() => undefined);
    return turn;
  }

  return {
    getFresh: (id) => getFresh(id).then(inTurn),
    async get(id) {
      return inTurn(cached.get(id)?.form ?? (await getFresh(id)));
    },
    forget,
    usage: () => ({ forms: cached.size, bytes: cachedBytes }),
  };
}

/** Many requests may wait for one large form, and whatever each does with it next takes long. */
async function inTurn(form: LoadedForm): Promise<LoadedForm> {
  if (form.isLarge) await ownTurn();
  findRequestScope()?.worksFor(form.account);
  return form;
}

const bytesPerCharacter = 6;
const bytesPerMark = 160;

/**
 * What a compiled form takes, at most: every option, rule and part of an expression has a mark of punctuation of its own.
 * test/limits/form-memory.test.ts compares this with what forms really take.
 */
export function estimateBytes(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && isMark[code]) marks++;
  }
  return text.length * bytesPerCharacter + marks * bytesPerMark;
}

const isMark = Array.from({ length: 128 }, (_, code) => '!%&(*+,-./:<=>?[{|'.includes(String.fromCharCode(code)));

type FormToCompile = Pick<LoadedForm, 'id' | 'account' | 'version' | 'definition' | 'isLarge' | 'isAccountClosed'>;

/** With pauses: a large one takes most of a second. */
export async function compileDefinition({
  compilePattern,
  ...form
}: FormToCompile & { compilePattern: CompilePattern }): Promise<LoadedForm> {
  const { definition } = form;
  const plan = await runInSlices(compileFormInSteps(definition, { ...compileTools, compilePattern, checkElement }));
  let outline: readonly AnswerNode[] | undefined;
  return {
    ...form,
    plan,
    rules: await runInSlices(compileRules(definition)),
    writeData: dataTextWriter(plan),
    answerOutline() {
      outline ??= outlineAnswers(definition, plan);
      return outline;
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly forms: FormCache;
  }
}
