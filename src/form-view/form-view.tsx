// Draws a form from its element tree. Used by the fill page and by previews.
import { useMemo } from 'preact/hooks';
import { Repeat } from './containers/repeat.tsx';
import { Row } from './containers/row.tsx';
import { Section } from './containers/section.tsx';
import { Tabs } from './containers/tabs.tsx';
import { Content } from './content/content.tsx';
import { FieldView } from './field-view.tsx';
import { FormContext, type FormWorld, useForm } from './form-context.ts';
import { entryPlace, type RowPlace } from './form-state.ts';
import type { ViewNode } from './view-node.ts';

export function FormView({ world }: { world: FormWorld }) {
  const { state } = world;
  return (
    <FormContext.Provider value={world}>
      {state.tree !== undefined && <ElementView node={state.tree} row={entryPlace} level={1} />}
      <p class="visually-hidden" role="status">
        {state.announcement}
      </p>
    </FormContext.Provider>
  );
}

/** `level` is that of the last heading above. */
export interface ElementProps<Node extends ViewNode = ViewNode> {
  readonly node: Node;
  readonly row: RowPlace;
  readonly level: number;
}

export function ElementView({ node, row, level }: ElementProps) {
  const { state } = useForm();
  const isHidden = useMemo(() => state.isHidden(node.elementPath, row), [state, node, row]).value;
  if (isHidden) return null;
  switch (node.kind) {
    case 'field':
      return <FieldView node={node} row={row} />;
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

export function ElementList({ nodes, row, level }: { nodes: readonly ViewNode[]; row: RowPlace; level: number }) {
  return (
    <>
      {nodes.map((node) => (
        <ElementView key={node.elementPath} node={node} row={row} level={level} />
      ))}
    </>
  );
}
