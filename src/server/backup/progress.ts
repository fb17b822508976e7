// How far a backup is, for whoever waits for it: one line that changes on a terminal, lines of JSON anywhere else.

export interface Progress {
  /** `step` is what is being done now; numbers are what is done of it. */
  report(step: string, numbers?: Readonly<Record<string, number | string>>): void;
  done(): void;
}

export const noProgress: Progress = { report() {}, done() {} };

const everyMs = 2_000;

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let shown = Number.NEGATIVE_INFINITY;
  let lastStep = '';
  return {
    report(step, numbers = {}) {
      const now = performance.now();
      if (step === lastStep && now - shown < everyMs) return;
      [shown, lastStep] = [now, step];
      if (!stream.isTTY) return void stream.write(`${JSON.stringify({ step, ...numbers })}\n`);
      const facts = Object.entries(numbers).map(([name, value]) => `${name} ${value.toLocaleString('en')}`);
      stream.write(`\r\u001b[K${[step, ...facts].join('  ')}`);
    },
    done() {
      if (stream.isTTY && lastStep !== '') stream.write('\r\u001b[K');
    },
  };
}
