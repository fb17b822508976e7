// Draws a form from its element tree. Used by the fill page and by previews.

import { type ComponentChild, type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { Counter, maxLengthOf } from '../fields/text/view/typed-text.ts';
import { useSlice } from '../web/store.ts';
import { Row } from './containers/row.tsx';
import { Section } from './containers/section.tsx';
import { Content } from './content/content.tsx';
import { controlOf } from './control-of.ts';
import { getAt } from './data-at.ts';
import { type Drawing, longFrom, type Run, useDrawing } from './drawing.ts';
import { FieldView } from './field-view.tsx';
import { FormContext, type FormHost, useForm } from './form-context.ts';
import { HtmlText } from './label-text.tsx';
import { lazyPart } from './lazy-part.tsx';
import { entryPlace, type RowPlace } from './row-place.ts';
import type { StillFields as StillPart } from './still-fields.tsx';
import { childrenOf, type FieldNode, type ViewNode } from './view-node.ts';

/** `children` take the place of the whole form, as where it comes in steps. */
export function FormView({ host, children }: { host: FormHost; children?: ComponentChildren }) {
  const { state } = host;
  const resets = useSlice(state, () => state.get().resets);
  const drawing = useDrawing(state, stillFields());
  const tree = useMemo(() => (state.tree === undefined ? [] : [state.tree]), [state.tree]);
  return (
    <FormContext.Provider value={host}>
      <DrawingContext.Provider value={drawing}>
        {children ?? (
          <>
            <ElementList key={resets} nodes={tree} row={entryPlace} level={1} />
            <Undrawn drawing={drawing} />
          </>
        )}
      </DrawingContext.Provider>
      <Announcement />
    </FormContext.Provider>
  );
}

const DrawingContext = createContext<Drawing | undefined>(undefined);

/** Keeps what comes after the form away while there is more of the form to come. */
function Undrawn({ drawing }: { drawing: Drawing }) {
  const isThere = useSlice(drawing, () => drawing.get().limit < Number.POSITIVE_INFINITY);
  return isThere ? <div class="undrawn" /> : null;
}

function Announcement() {
  const { state } = useForm();
  const text = useSlice(state, () => state.get().announcement);
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  );
}

/** `level` is that of the last heading above. */
export interface ElementProps<Node extends ViewNode = ViewNode> {
  readonly node: Node;
  readonly row: RowPlace;
  readonly level: number;
}

function OtherElement({ node, row, level }: ElementProps<Exclude<ViewNode, FieldNode>>) {
  const { state } = useForm();
  const isHidden = useSlice(state, () => state.isHidden(node.elementPath, row));
  if (isHidden) return null;
  switch (node.kind) {
    case 'repeat':
      return <Repeat node={node} row={row} level={level} />;
    case 'section':
      return <Section node={node} row={row} level={level} />;
    case 'row':
      return <Row node={node} row={row} level={level} />;
    case 'tabs':
      return <Tabs node={node} row={row} level={level} />;
    case 'content':
      return <Content node={node} row={row} level={level} />;
  }
}

const Repeat = lazyPart(() => import('./containers/repeat.tsx'));
const Tabs = lazyPart(() => import('./containers/tabs.tsx'));
const Still = lazyPart(() => import('./still-fields.tsx'));
const stillFields = () => Still.loaded() as typeof StillPart | undefined;

/**
 * Loads the small parts that this form has and others do not, and the rich ones that have a value: nobody knows how high that
 * will be. Drawn afterwards, the form stands still.
 */
export async function loadParts(tree: ViewNode | undefined, data: JsonObject = {}): Promise<void> {
  const loads = new Set<() => Promise<void>>();
  let count = 0;
  const visit = (node: ViewNode, rows: readonly JsonValue[]): void => {
    count++;
    const values = () => rows.flatMap((row) => getAt(row, node.keys) ?? []);
    if (node.kind === 'repeat') loads.add(Repeat.preload);
    if (node.kind === 'tabs') loads.add(Tabs.preload);
    if (node.element.labelHtml || node.element.html) loads.add(HtmlText.preload);
    if (node.kind === 'field') {
      if (maxLengthOf(node)) loads.add(Counter.preload);
      const { preload, weight } = controlOf(node);
      if (preload !== undefined && (!weight || values().length > 0)) loads.add(preload);
    }
    const inside = node.kind === 'repeat' ? values() : rows;
    for (const child of childrenOf(node)) visit(child, inside);
  };
  if (tree !== undefined) visit(tree, [data]);
  if (count > longFrom) loads.add(Still.preload);
  await Promise.all([...loads].map((load) => load()));
}

/** The same list is the same drawing: when what is around it is drawn again, it is left alone. */
export function ElementList({ nodes, row, level }: { nodes: readonly ViewNode[]; row: RowPlace; level: number }) {
  const drawing = useContext(DrawingContext)!;
  const StillFields = stillFields();
  const runs = useMemo(
    () => (StillFields ? StillFields.listRuns(drawing, nodes) : nodes.map((node): Run => [node])),
    [nodes],
  );
  const drawn = useSlice(drawing, () => StillFields?.countDrawn(drawing, runs) ?? runs.length);
  const count = Math.min(drawn, useGrowingCount(runs.length, drawing));
  // What was drawn is left alone while more of the list comes: it is the same drawing, not an equal one.
  const drawings = useMemo((): ComponentChild[] => [], [runs, row, level]);
  for (const run of runs.slice(drawings.length, count)) {
    const [node] = run;
    const key = node.elementPath;
    drawings.push(
      StillFields && isStill(run) ? (
        <StillFields key={key} nodes={run} row={row} isFar={StillFields.isFar(drawing, node)} />
      ) : node.kind === 'field' ? (
        // A field follows all its facts by itself: one look at it after a key press is enough.
        <FieldView key={key} node={node} row={row} />
      ) : (
        <OtherElement key={key} node={node} row={row} level={level} />
      ),
    );
  }
  return drawings.slice(0, count);
}

function isStill(run: readonly ViewNode[]): run is readonly FieldNode[] {
  return run.length > 1;
}

const atOnce = 5;

/** A key press that makes a long section appear must not wait for all of it: a few elements a frame. */
function useGrowingCount(whole: number, { isOver }: Drawing): number {
  const [count, setCount] = useState(isOver ? atOnce : whole);
  useEffect(() => {
    if (count >= whole) return;
    const frame = requestAnimationFrame(() => setCount(count + atOnce));
    return () => cancelAnimationFrame(frame);
  }, [count, whole]);
  return count;
}
