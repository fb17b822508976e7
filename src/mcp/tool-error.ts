// What went wrong, as an agent can use it: which error, which places of its arguments, which answers. [mcp.errors]
import { FormsteadError } from '../../packages/client/src/index.ts';

/** What is wrong with the arguments themselves, or with the size of what they ask for. */
export class ToolError extends Error {
  readonly keys: readonly string[];
  constructor(message: string, keys: readonly string[] = []) {
    super(message);
    this.keys = keys;
  }
}

export interface ToolFailure {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  /** `validation.keys`: dotted paths of a definition or of arguments. */
  readonly keys: readonly string[];
  /** Every problem of a definition, with its words. */
  readonly problems?: readonly object[];
  /** Of an entry that broke rules of its form: one for each value. */
  readonly items?: readonly object[];
  /** After so long it is worth calling again. */
  readonly retryAfterSeconds?: number;
  readonly requestId?: string | undefined;
}

/** undefined for an error that is our own. */
export function describeFailure(error: unknown): ToolFailure | undefined {
  if (error instanceof ToolError)
    return { status: 400, code: 'requestInvalid', message: error.message, keys: error.keys };
  if (!(error instanceof FormsteadError)) return undefined;
  const { problems } = error as { problems?: readonly object[] };
  return {
    status: error.status,
    code: error.code,
    message: error.status === 0 ? 'The service did not respond.' : error.message,
    keys: error.keys,
    ...(problems !== undefined && { problems }),
    ...(error.messages.length > 0 && { items: error.messages }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    requestId: error.requestId,
  };
}
