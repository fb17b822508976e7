// Asks what the remote validators of an entry want to know: each distinct question once, a few at a time.
// [validation.remote.bounds]
import type { JsonValue } from '../form-definition.ts';
import type { ItemMessage } from './message.ts';
import type { RemoteCheck } from './remote.ts';

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
  const questions = new Map<string, RemoteCheck[]>();
  for (const check of checks) {
    const question = JSON.stringify([check.url, check.qs]);
    const same = questions.get(question);
    if (same === undefined) questions.set(question, [check]);
    else same.push(check);
  }
  const answers = new Map<RemoteCheck, ItemMessage | undefined>();
  const waiting = [...questions.values()];
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
  await Promise.all(Array.from({ length: Math.min(maxRequestsAtOnce, waiting.length) }, work));
  return checks.flatMap((check) => answers.get(check) ?? []);
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
