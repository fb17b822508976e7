// The `parameters` of an XLSForm question, `start=0 end=10 step=1`, and the scale that they make of a range.
import type { QuestionType } from './question-types.ts';

const maxLength = 1_000;

export function readParameters(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of source
    .slice(0, maxLength)
    .replace(/\s*=\s*/g, '=')
    .split(/[\s,;]+/)) {
    const at = part.indexOf('=');
    if (at > 0) found.set(part.slice(0, at).toLowerCase(), part.slice(at + 1));
  }
  return found;
}

/** 1 to 10 unless they say otherwise. */
export function scaleFor(parameters: ReadonlyMap<string, string>, appearance: ReadonlySet<string>): QuestionType {
  const read = (name: string, fallback: number) => {
    const value = Number(parameters.get(name));
    return parameters.has(name) && Number.isFinite(value) ? value : fallback;
  };
  const [start, end, step] = [read('start', 1), read('end', 10), read('step', 1)];
  const isWhole = [start, end, step].every(Number.isInteger);
  if (appearance.has('rating') && isWhole && start === 1 && step === 1 && end > 1 && end <= 20) {
    return { element: { type: 'fRate', rateMax: end }, holds: 'number' };
  }
  return {
    element: {
      type: 'fInput',
      typeValidator: 'num',
      inputStyle: 'slider',
      ...(step > 0 && step !== 1 && { step }),
      validators: [
        ...(isWhole ? ['num/integer'] : []),
        { type: 'num/min', value: Math.min(start, end) },
        { type: 'num/max', value: Math.max(start, end) },
      ],
    },
    holds: 'number',
  };
}
