// Fields below the first screens of a long form, as they are before somebody uses them: read as HTML in one go, which is a
// fraction of the work of drawing each. Whoever comes to one (by Tab, a press, a message, a program that fills in forms) finds
// the fields around it drawn; so does a change of what they show. [fill-links.long]
import { hydrate, render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Element as FormElement } from '../core/definition/form-definition.ts';
import type { ControlChoice } from './control-choice.ts';
import { controlOf } from './control-of.ts';
import { type FieldFacts, isSameFacts } from './field-facts.ts';
import { drawField, type FieldTools, FieldView, namesOf } from './field-view.tsx';
import { FormContext, type FormHost, useForm } from './form-context.ts';
import { growDrawing } from './grow-drawing.ts';
import { escapeText, htmlOf } from './html-of.ts';
import { listRuns } from './list-runs.ts';
import { countDrawn, isFar, openDrawing } from './open-drawing.ts';
import type { RowPlace } from './row-place.ts';
import type { FieldNode } from './view-node.ts';

export interface StillFieldsProps {
  readonly nodes: readonly FieldNode[];
  readonly row: RowPlace;
  /** Far below what is seen first: not laid out until it comes near. */
  readonly isFar: boolean;
}

/** All that can happen to a field first. */
const firstEvents = ['focusin', 'pointerdown', 'click', 'input', 'change'];

function Fields({ nodes, row, isFar }: StillFieldsProps) {
  const host = useForm();
  const { state } = host;
  const box = useRef<HTMLDivElement>(null);
  const [{ facts, html, height, hasMessages }] = useState(() => drawStill(host, nodes, row));
  useLayoutEffect(() => {
    const run = box.current as HTMLDivElement;
    const fields = (
      <FormContext.Provider value={host}>
        {nodes.map((node) => (
          <FieldView key={node.elementPath} node={node} row={row} />
        ))}
      </FormContext.Provider>
    );
    let isAwake = false;
    const wake = () => {
      stop();
      isAwake = true;
      const restore = keepTyped(run);
      hydrate(fields, run);
      restore();
    };
    const stop = () => {
      end();
      for (const type of firstEvents) run.removeEventListener(type, wake, true);
    };
    const redraw = () => {
      stop();
      isAwake = true;
      run.textContent = '';
      render(fields, run);
    };
    const end = state.subscribe(() => {
      if (!nodes.every((node, at) => isSameFacts(facts[at]!, state.facts(node, row)))) redraw();
    });
    for (const type of firstEvents) run.addEventListener(type, wake, true);
    if (hasMessages) redraw();
    return () => {
      stop();
      if (isAwake) render(null, run);
    };
  }, []);
  return (
    <div
      ref={box}
      class={isFar ? 'run far' : 'run'}
      style={{ '--height': `${height}rem` }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** With what lists those that may be drawn so, and what draws them in time. */
export const StillFields = Object.assign(Fields, { listRuns, openDrawing, growDrawing, countDrawn, isFar });

function drawStill(host: FormHost, nodes: readonly FieldNode[], row: RowPlace) {
  let html = '';
  let height = 0;
  const facts = nodes.map((node) => host.state.facts(node, row));
  // What messages bring along may need more than HTML.
  const hasMessages = facts.some(({ messages }) => messages.length > 0);
  for (const [at, node] of nodes.entries()) {
    if (hasMessages) break;
    const control = controlOf(node);
    const known = facts[at]!;
    const drawn = htmlOfField(host, node, row, known, control);
    html += drawn;
    if (drawn) height += gap + heightOf(control, known.options.length);
  }
  return { facts, html, hasMessages, height: Math.max(0, height - gap) };
}

/** Fields that differ in nothing but their names are drawn once, with these in the place of the names. */
const alike = new WeakMap<FormHost, Map<string, string>>();
const stand = { path: '\u0001', id: '\u0002', label: '\u0003' };
/** As JSON writes such signs: a form that has some of its own is drawn field by field. */
const standsInJson = '\\u000';

function htmlOfField(
  host: FormHost,
  node: FieldNode,
  row: RowPlace,
  facts: FieldFacts,
  control: ControlChoice,
): string {
  const draw = (element: FormElement, names: ReturnType<typeof namesOf>) =>
    htmlOf(drawField({ node, element, ...names, host, facts, tools, control, Control: control.Still! }));
  const { name, label, ...others } = node.element;
  const { options, ...shown } = facts;
  const key = JSON.stringify([others, shown, node.purpose]);
  const names = namesOf(node, row);
  if (node.step.options?.form === 'expression' || key.includes(standsInJson)) return draw(node.element, names);
  const known = alike.get(host) ?? new Map<string, string>();
  alike.set(host, known);
  const html = known.get(key) ?? draw({ ...others, name, label: stand.label }, stand);
  known.set(key, html);
  return html
    .replaceAll(stand.path, () => escapeText(names.path))
    .replaceAll(stand.id, names.id)
    .replaceAll(stand.label, () => escapeText(label || name));
}

const tools: FieldTools = {
  onChange() {},
  onLeave() {},
  host: {} as FieldTools['host'],
};

// About, in rem: where the rest of the page is until they are laid out.
const gap = 1.5;
const heights = { for: 4.625, own: 2.75, group: 1.875 };
const ofOption = 2.75;

function heightOf({ label, rem = heights[label] }: ControlChoice, options: number): number {
  return rem + (label === 'group' ? options * ofOption : 0);
}

/** A program that fills in fields may have done so before it tells: what it put in stays for the fields to read. */
function keepTyped(run: Element): () => void {
  const typed = [...run.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(
    (control) => [control, control.value, control.checked] as const,
  );
  return () => {
    for (const [control, value, checked] of typed) {
      if (control.value !== value) control.value = value;
      if (control.checked !== checked) control.checked = checked;
    }
  };
}
