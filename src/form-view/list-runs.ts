// Which fields of a long form are drawn together, as HTML first. [fill-links.long]
import { maxLengthOf } from '../fields/text/view/typed-text.ts';
import { controlOf } from './control-of.ts';
import type { Drawing, Run } from './drawing.ts';
import { firstLines } from './open-drawing.ts';
import type { ViewNode } from './view-node.ts';

/** The fields of a long form come in runs, as long as all are plain; everything else is drawn by itself. */
export function listRuns({ lines }: Drawing, nodes: readonly ViewNode[]): Run[] {
  const runs: Run[] = [];
  let run: ViewNode[] = [];
  const endRun = () => {
    if (run.length >= shortestRun) runs.push(run as [ViewNode, ...ViewNode[]]);
    else for (const node of run) runs.push([node]);
    run = [];
  };
  for (const node of nodes) {
    const isStill = lines.has(node) && isPlain(node);
    if (!isStill || run.length === ((lines.get(run[0]!) ?? 0) < firstLines ? shortestRun : longestRun)) endRun();
    if (isStill) run.push(node);
    else runs.push([node]);
  }
  endRun();
  return runs;
}

/** Near the beginning, so that no more is laid out than comes into sight. */
const shortestRun = 4;
const longestRun = 20;

function isPlain(node: ViewNode): boolean {
  return node.kind === 'field' && controlOf(node).Still !== undefined && !node.element.labelHtml && !maxLengthOf(node);
}
