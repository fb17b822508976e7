// What goes to a typesetting process and what comes back. Sent over a channel that copies bytes as bytes.

import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import type { Conformance } from './declare-conformance.ts';
import type { PrintedDocument, Value } from './printed-document.ts';

/** By field name: a value, the rows of a repeat, or a section. Only a value is an array that starts with a text. */
export interface UnsetTexts {
  [name: string]: UnsetTexts | UnsetTexts[] | ['unset', Value] | null;
}

export interface LayoutInput {
  readonly form: {
    readonly id: string;
    readonly title: string;
    readonly locale: Locale;
    /** Only where the form has one. */
    readonly timeZone: string;
  };
  readonly entry: JsonObject;
  /** Every declared field, null when empty, hidden, or concealed in a PDF that fillers get. */
  readonly model: JsonObject;
  /** The same, each value as people read it. */
  readonly texts: UnsetTexts;
  /** By data path without row numbers: `address.city`. */
  readonly labels: Readonly<Record<string, string>>;
  /** The path of each uploaded picture by its storageKey. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The SVG of each signature by data path: `people.0.signature`. */
  readonly drawings: Readonly<Record<string, string>>;
  readonly now: string;
}

export interface TypesetJob {
  readonly kind: 'typeset';
  /** The file to start with. */
  readonly main: string;
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** Written as JSON files, with every character that no font has replaced. */
  readonly data: readonly JobData[];
  readonly pictures: readonly { readonly path: string; readonly content: Uint8Array }[];
  readonly conformance: Conformance;
}

export type JobData = { readonly path: string } & (
  | { readonly value: unknown; readonly unset?: undefined }
  // With texts that set-texts.ts makes ready in the process.
  | { readonly value: PrintedDocument; readonly unset: 'document' }
  | { readonly value: LayoutInput; readonly unset: 'layout input' }
);

export interface JoinJob {
  readonly kind: 'join';
  readonly pdfs: readonly Uint8Array[];
  readonly title: string;
  readonly locale: Locale;
}

export type TypstJob = TypesetJob | JoinJob;

/** Where in a layout something is wrong; lines and columns count from 1. */
export interface LayoutProblem {
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly message: string;
}

export type TypstResult =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array }
  | { readonly kind: 'problems'; readonly problems: readonly LayoutProblem[] }
  /** It has had the processor time of a job; the process ends. */
  | { readonly kind: 'too long' }
  /** What the job brought along cannot be used. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The process is of no further use. */
  | { readonly kind: 'failed'; readonly message: string };
