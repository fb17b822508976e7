// How far a command is: one line that changes on a terminal, JSON lines otherwise; both on standard error, at most a few a second.
// [running.commands.service.progress]
import type { CommandContext } from './command.ts';

export interface Progress {
  /** `total` where it is known. Cheap: may be called for every row. */
  set(done: number, total?: number): void;
  /** The last figures, in any case. */
  end(): void;
}

const everyMs = { terminal: 100, lines: 1000 };

/** `work` is a word for what is done: `import`. */
export function openProgress(work: string, { stderr }: Pick<CommandContext, 'stderr'>): Progress {
  const isTerminal = stderr.isTTY === true;
  const pause = isTerminal ? everyMs.terminal : everyMs.lines;
  let figures: { done: number; total?: number } | undefined;
  let shown: typeof figures;
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = () => {
    if (figures === undefined || figures === shown) return;
    shown = figures;
    shownAt = performance.now();
    const { done, total } = figures;
    if (!isTerminal) return void stderr.write(`${JSON.stringify({ progress: work, done, total })}\n`);
    const share = total ? ` of ${total} (${Math.floor((done / total) * 100)}%)` : '';
    stderr.write(`\r\u001B[K${work}: ${done}${share}`);
  };
  return {
    set(done, total) {
      figures = total === undefined ? { done } : { done, total };
      if (performance.now() - shownAt >= pause) show();
    },
    end() {
      show();
      if (isTerminal && shown !== undefined) stderr.write('\n');
    },
  };
}
