// From a pasted text or a file to options, read a little at a time. What was guessed on the way can be chosen otherwise.
import { useMemo } from 'preact/hooks';
import { findSeparator, readDelimited, type Separator, type TextRow } from '../../tables/read-delimited.ts';
import { useLoad } from '../use-load.ts';
import {
  type Column,
  type ColumnsProblem,
  checkColumns,
  findHeader,
  guessColumns,
  type OptionsRead,
  readOptions,
} from './read-options.ts';
import { runSteps } from './run-steps.ts';

export interface SourceText {
  readonly text: string;
  readonly kind: 'paste' | 'csv' | 'other';
  /** Of a workbook: rows already. */
  readonly rows?: readonly TextRow[];
  /** Of JSON: options already. */
  readonly options?: OptionsRead;
}

/** What the person chose; what is missing is guessed. */
export interface Choices {
  readonly separator?: Separator;
  readonly hasHeader?: boolean;
  readonly columns?: readonly Column[];
  readonly skipsRepeats?: boolean;
}

export interface Reading {
  /** Missing where the source has cells of its own. */
  readonly separator: Separator | undefined;
  /** Options as they are: there are no columns to choose for. */
  readonly isReady: boolean;
  readonly hasHeader: boolean;
  readonly columns: readonly Column[];
  readonly columnsProblem: ColumnsProblem | undefined;
  /** Without the row of names. */
  readonly rows: readonly TextRow[];
  /** Missing while it is read. */
  readonly read: OptionsRead | undefined;
}

export function useReading(
  { text, kind, rows: cells, options: ready }: SourceText,
  choices: Choices,
): Reading | undefined {
  const separator = choices.separator ?? findSeparator(text, kind);
  const table = useLoad(
    async (signal) => ({
      text,
      separator,
      cells,
      rows: cells ?? (await runSteps(readDelimited(text, separator), { signal })),
    }),
    [text, separator, cells],
  );
  const all = table.value?.rows;
  const isCurrent = table.value?.text === text && table.value.separator === separator && table.value.cells === cells;
  const laidOut = useMemo(
    () => (all === undefined ? undefined : layOut(all, choices)),
    [all, choices.hasHeader, choices.columns],
  );
  const { skipsRepeats = false } = choices;
  const options = useLoad(
    async (signal) => {
      if (laidOut === undefined || laidOut.columnsProblem !== undefined) return undefined;
      const read = await runSteps(readOptions(laidOut.rows, laidOut.columns, { skipsRepeats }), { signal });
      return { laidOut, skipsRepeats, read };
    },
    [laidOut, skipsRepeats],
  );
  if (ready !== undefined) {
    return {
      separator: undefined,
      isReady: true,
      hasHeader: false,
      columns: [],
      columnsProblem: undefined,
      rows: [],
      read: ready,
    };
  }
  if (laidOut === undefined) return undefined;
  // What was read of an earlier text or with other columns must not be added for this one.
  const isRead = isCurrent && options.value?.laidOut === laidOut && options.value.skipsRepeats === skipsRepeats;
  return {
    ...laidOut,
    separator: cells === undefined ? separator : undefined,
    isReady: false,
    read: isRead ? options.value?.read : undefined,
  };
}

function layOut(all: readonly TextRow[], choices: Choices) {
  const hasHeader = all.length > 0 && (choices.hasHeader ?? findHeader(all));
  const guessed = guessColumns(all, hasHeader);
  const columns = choices.columns?.length === guessed.length ? choices.columns : guessed;
  return { hasHeader, columns, columnsProblem: checkColumns(columns), rows: hasHeader ? all.slice(1) : all };
}
