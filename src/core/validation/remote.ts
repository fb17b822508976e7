// Remote validators ask a server whether a value is valid. Core makes no requests: it says what to ask and reads the
// answer; the caller brings the request function. Without `res` a remote validator never fails. [validation.remote]

import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  type ExpressionEngine,
  type RemoteCheck,
  type RemoteRule,
  readExpression,
} from '../definition/definition-problems.ts';
import type { JsonValue } from '../definition/form-definition.ts';
import type { Scope } from '../expression/compile.ts';
import { itemText } from '../locale/item-texts.ts';
import { evaluateOr } from '../plan/evaluate.ts';
import { isPlainObject } from '../values/value-type.ts';

export function compileRemote(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: Record<string, unknown>,
  said: Pick<RemoteRule, 'level' | 'message'>,
  engine: ExpressionEngine,
): RemoteRule | undefined {
  const { req, res } = definition;
  if (!isPlainObject(req)) {
    addProblem(problems, [...path, 'req'], req === undefined ? 'is required' : 'must be of type object');
    return undefined;
  }
  const { url, qs } = req;
  if (typeof url !== 'string' || url === '') {
    addProblem(problems, [...path, 'req', 'url'], url === undefined ? 'is required' : 'must be a string');
    return undefined;
  }
  const query = qs === undefined ? undefined : readExpression(problems, [...path, 'req', 'qs'], qs, engine);
  const result = res === undefined ? undefined : readExpression(problems, [...path, 'res'], res, engine);
  if (result === undefined) return undefined;
  const rule: Asked = { ...said, url, qs: query, res: result };
  return { ...rule, check: (...asked) => remoteCheck(rule, ...asked) };
}

type Asked = Omit<RemoteRule, 'check'>;

function remoteCheck(rule: Asked, ...[scope, texts, messageFor]: Parameters<RemoteRule['check']>): RemoteCheck {
  // The scope goes on to the next field while the response is on its way.
  const asked: Record<string, unknown> & Scope = { ...scope };
  return {
    url: rule.url,
    qs: queryOf(rule, asked),
    accept(response) {
      asked['res'] = { data: response };
      if (evaluateOr(rule.res, asked, false)) return undefined;
      return messageFor(rule.message ?? itemText(texts, 'invalidValue'), rule.level);
    },
    unreachable: () => messageFor(itemText(texts, 'unreachable'), rule.level),
  };
}

// choice: without `qs` the value itself is sent, which is what the validate request of an options set asks for.
function queryOf(rule: Asked, scope: Scope): Record<string, JsonValue> {
  const query = rule.qs === undefined ? { value: scope['value'] } : evaluateOr(rule.qs, scope, undefined);
  if (!isPlainObject(query)) return {};
  const values: readonly unknown[] = Object.values(query);
  // As it nearly always is.
  if (!values.includes(null) && !values.includes(undefined)) return query as Record<string, JsonValue>;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null));
}
