// Asks what the remote validators of an entry want to know: each distinct question once, a few at a time.
// [validation.remote.bounds]

import type { ItemMessage } from '../definition/definition-parts.ts';
import type { RemoteCheck } from '../definition/definition-problems.ts';
import type { JsonValue } from '../definition/form-definition.ts';

const maxRequestsAtOnce = 8;
/** Different questions that one request may ask; an entry that fails anyway is worth far fewer. */
const maxQuestions = 1000;
const maxQuestionsOfFailed = 20;

/**
 * The messages come in the order of the checks. An entry that has failed already (`isFailed`) asks only its first
 * questions, so that people still see most of what is wrong at once.
 */
export async function runRemoteChecks(
  checks: readonly RemoteCheck[],
  request: (url: string, qs: Record<string, JsonValue>) => Promise<unknown>,
  { isFailed = false, unaskedText }: { isFailed?: boolean; unaskedText?: string } = {},
): Promise<ItemMessage[]> {
  if (checks.length === 0) return [];
  const waiting = listQuestions(checks);
  const answers = new Map<RemoteCheck, ItemMessage | undefined>();
  for (const unasked of waiting.splice(isFailed ? maxQuestionsOfFailed : maxQuestions)) {
    if (isFailed) continue;
    for (const check of unasked)
      answers.set(check, { ...check.unreachable(), message: unaskedText ?? check.unreachable().message });
  }
  const work = async () => {
    for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
      const answer = await ask(asked[0]!, request);
      for (const check of asked) answers.set(check, answer(check));
    }
  };
  const works: Promise<void>[] = [];
  while (works.length < maxRequestsAtOnce && waiting.length > 0) works.push(work());
  await Promise.all(works);
  return checks.flatMap((check) => answers.get(check) ?? []);
}

/** The checks that ask the same, in the order of the first of them. By address first: those are few, and long. */
function listQuestions(checks: readonly RemoteCheck[]): RemoteCheck[][] {
  const questions: RemoteCheck[][] = [];
  const byUrl = new Map<string, Map<string, RemoteCheck[]>>();
  for (const check of checks) {
    const ofUrl = byUrl.get(check.url) ?? new Map<string, RemoteCheck[]>();
    byUrl.set(check.url, ofUrl);
    const parameters = textOf(check.qs);
    const same = ofUrl.get(parameters);
    if (same !== undefined) {
      same.push(check);
      continue;
    }
    const question = [check];
    ofUrl.set(parameters, question);
    questions.push(question);
  }
  return questions;
}

/** One text alone, as options sets are asked, without the work of JSON: no two parameters are written alike. */
function textOf(qs: Record<string, JsonValue>): string {
  const [name = '', ...others] = Object.keys(qs);
  const value = qs[name];
  return others.length === 0 && typeof value === 'string' ? `${name.length} ${name}${value}` : JSON.stringify(qs);
}

async function ask(
  { url, qs }: RemoteCheck,
  request: (url: string, qs: Record<string, JsonValue>) => Promise<unknown>,
): Promise<(check: RemoteCheck) => ItemMessage | undefined> {
  try {
    const response = await request(url, qs);
    return (check) => check.accept(response);
  } catch {
    // Whatever kept the response away, the value is not known to be valid: the person is told and can try again.
    return (check) => check.unreachable();
  }
}
