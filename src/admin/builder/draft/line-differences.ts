// Two texts line by line: what only one of them has, with a few lines around it.

export interface DifferenceLine {
  readonly kind: 'same' | 'theirs' | 'mine' | 'gap';
  readonly text: string;
}

const around = 2;
/** Above this the table of the comparison would be too large: the middle is then shown as replaced as a whole. */
const maxCells = 4_000_000;

export function lineDifferences(theirs: string, mine: string): DifferenceLine[] {
  const [left, right] = [theirs.split('\n'), mine.split('\n')];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left.at(-1 - end) === right.at(-1 - end)) end++;
  const same = (text: string): DifferenceLine => ({ kind: 'same', text });
  const lines = [
    ...left.slice(0, start).map(same),
    ...compareMiddles(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...left.slice(left.length - end).map(same),
  ];
  return withoutFarLines(lines);
}

/** By the longest common part. */
function compareMiddles(left: readonly string[], right: readonly string[]): DifferenceLine[] {
  const width = right.length + 1;
  if (left.length * right.length > maxCells) {
    return [
      ...left.map((text) => ({ kind: 'theirs', text }) as const),
      ...right.map((text) => ({ kind: 'mine', text }) as const),
    ];
  }
  const common = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      common[i * width + j] =
        left[i] === right[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push({ kind: 'same', text: left[i++]! });
      j++;
    } else if (j >= right.length || (i < left.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push({ kind: 'theirs', text: left[i++]! });
    } else lines.push({ kind: 'mine', text: right[j++]! });
  }
  return lines;
}

function withoutFarLines(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at > 0 && isNear[at - 1] ? [{ kind: 'gap', text: '…' } as const] : [];
  });
}
