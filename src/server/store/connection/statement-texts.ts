// From the pieces of a statement to its text, and to the name under which connections prepare it. The text of a template without
// pieces is joined once.

import { type ColumnValue, writeParameter } from './column-types.ts';

/** A piece of a statement. */
export interface Fragment {
  readonly texts: readonly string[];
  readonly values: readonly Piece[];
}

export type Piece = ColumnValue | Fragment;

export interface StatementTexts {
  /** Throws for a value that cannot be sent. */
  join(fragment: Fragment): { readonly text: string; readonly values: (string | Buffer | null)[] };
  /** Undefined where statements are not prepared. */
  nameOf(text: string): string | undefined;
  /** What was prepared is out of date, after a migration: the text gets another name. */
  forget(text: string): void;
  /** Behind a pooler two statements of one connection may run on two servers. */
  stopPreparing(): void;
}

/** Each stays prepared for as long as its connection. Ours are put together in some hundreds of ways. */
const maxNames = 2_000;

export function createStatementTexts({ prepares }: { readonly prepares: boolean }): StatementTexts {
  const joined = new WeakMap<readonly string[], string>();
  const names = new Map<string, string>();
  let isPreparing = prepares;
  let given = 0;

  function textOf(texts: readonly string[]): string {
    if (texts.length === 1) return texts[0] as string;
    let text = joined.get(texts);
    if (text === undefined) {
      text = texts.reduce((start, next, at) => `${start}$${at}${next}`);
      joined.set(texts, text);
    }
    return text;
  }

  return {
    join(fragment) {
      const { texts, values } = fragment;
      const parameters: (string | Buffer | null)[] = [];
      if (values.some(isFragment)) return { text: joinPieces(fragment, parameters), values: parameters };
      for (const value of values) if (!isFragment(value)) parameters.push(writeParameter(value));
      return { text: textOf(texts), values: parameters };
    },
    nameOf(text) {
      if (!isPreparing) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= maxNames) return known;
      given += 1;
      const name = `s${given}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => void names.delete(text),
    stopPreparing() {
      isPreparing = false;
    },
  };
}

function joinPieces({ texts, values }: Fragment, parameters: (string | Buffer | null)[]): string {
  let text = texts[0] as string;
  for (const [at, value] of values.entries()) {
    if (isFragment(value)) text += joinPieces(value, parameters);
    else text += `$${parameters.push(writeParameter(value))}`;
    text += texts[at + 1];
  }
  return text;
}

function isFragment(value: Piece): value is Fragment {
  return typeof value === 'object' && value !== null && 'texts' in value;
}
