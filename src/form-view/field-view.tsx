// One field with what surrounds its control: label, mark of required fields, messages. It is drawn again only when its own
// facts change.
import { useMemo } from 'preact/hooks';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { Element } from '../core/definition/form-definition.ts';
import { Counter, isLink, LinkOffer, maxLengthOf } from '../fields/text/view/typed-text.ts';
import { useSlice } from '../web/store.ts';
import type { ControlChoice } from './control-choice.ts';
import { controlOf } from './control-of.ts';
import { type FieldFacts, isSameFacts } from './field-facts.ts';
import type { FieldProps } from './field-props.ts';
import { domId, type FormHost, useForm } from './form-context.ts';
import { LabelText } from './label-text.tsx';
import type { RowPlace } from './row-place.ts';
import type { FieldNode } from './view-node.ts';

export interface FieldViewProps {
  readonly node: FieldNode;
  readonly row: RowPlace;
}

/** What a field tells of; one that is only looked at tells nothing. */
export type FieldTools = Pick<FieldProps, 'onChange' | 'onLeave' | 'host'>;

export function FieldView({ node, row }: FieldViewProps) {
  const host = useForm();
  const { state, upload, track, search } = host;
  const tools = useMemo((): FieldTools => {
    const path = row.path + node.path;
    const keys = [...row.keys, ...node.keys];
    return {
      // Some programs that fill in forms tell only at the end, others twice.
      onChange: (value) => value !== state.valueAt(keys) && state.change(keys, value),
      onLeave: () => void state.leave(path),
      host: {
        unfinished: () => {
          const kept = state.get().unfinished.get(path);
          return kept && !kept.owner ? kept.texts : [];
        },
        setUnfinished: (texts, message) => state.setUnfinished(path, keys, texts, message),
        upload,
        track,
        search: (_, term, signal) =>
          search({ options: node.step.options, term, scope: state.scopeOf(row, state.valueAt(keys)), signal }),
      },
    };
  }, [state, upload, track, search, node, row]);
  const names = useMemo(() => namesOf(node, row), [node, row]);
  const control = useMemo(() => controlOf(node), [node]);
  const facts = useSlice(state, () => state.facts(node, row), isSameFacts);
  return drawField({ node, element: node.element, ...names, host, facts, tools, control, Control: control.Control });
}

/** How the page knows a field. */
export function namesOf(node: FieldNode, row: RowPlace) {
  const path = row.path + node.path;
  return { path, id: domId(path) };
}

export interface FieldDrawing extends ReturnType<typeof namesOf> {
  readonly node: FieldNode;
  readonly element: Element;
  readonly host: FormHost;
  readonly facts: FieldFacts;
  readonly tools: FieldTools;
  readonly control: ControlChoice;
  readonly Control: ControlChoice['Control'];
}

export function drawField({ node, element, path, id, host, facts, tools, control, Control }: FieldDrawing) {
  const { state, isConcealing } = host;
  const { isHidden, messages, ...shown } = facts;
  if (isHidden || (isConcealing && element.concealed)) return null;
  const most = maxLengthOf(node);
  const { label } = control;
  const isInvalid = messages.some(({ type }) => type === 'error');
  const labelId = `${id}-label`;
  const described = [
    element.help && `${id}-help`,
    most && `${id}-count`,
    messages.length > 0 && `${id}-message`,
  ].filter(Boolean);
  const help = helpText(element, id);
  // Called rather than drawn as components: hundreds of fields open faster.
  const text = LabelText({
    element,
    isRequired: shown.isRequired,
    isSaid: control.isSaid || label === 'group',
    texts: state.texts,
  });
  return (
    <div
      class={`field ${control.className}`}
      data-path={path}
      onFocusOut={(event) => hasLeft(event) && afterPress(tools.onLeave)}
    >
      {label === 'for' && (
        <label class="label" id={labelId} for={id}>
          {text}
        </label>
      )}
      {label === 'group' && (
        <div class="label" id={labelId}>
          {text}
        </div>
      )}
      {label !== 'own' && help}
      <Control
        {...shown}
        {...tools}
        element={element}
        step={node.step}
        purpose={node.purpose}
        id={id}
        labelId={labelId}
        isInvalid={isInvalid}
        describedBy={described.join(' ') || undefined}
        locale={state.plan.locale}
        itemTexts={state.plan.itemTexts}
        texts={state.texts}
      />
      {label === 'own' && help}
      {most && <Counter id={id} value={shown.value} most={most} texts={state.texts} />}
      {Messages({ id, messages })}
      {isInvalid && isLink(node) && (
        <LinkOffer id={id} value={shown.value} texts={state.texts} onTake={tools.onChange} />
      )}
    </div>
  );
}

/** The sentence under a label or title. */
export function helpText({ help }: Pick<Element, 'help'>, id: string) {
  return (
    help && (
      <p class="hint help" id={`${id}-help`} dir="auto">
        {help}
      </p>
    )
  );
}

export function Messages({ id, messages }: { id: string; messages: readonly ItemMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <div class="messages" id={`${id}-message`}>
      {messages.map(({ message, type }) => (
        <p key={message} class={`message ${type}`}>
          {message}
        </p>
      ))}
    </div>
  );
}

function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(currentTarget as Node).contains(relatedTarget as Node | null);
}

/** A message that appears while a button is pressed moves the button away from under the finger: it waits for the release. */
function afterPress(show: () => void): void {
  if (document.documentElement.dataset['pressed'] === undefined) show();
  else addEventListener('pointerup', () => setTimeout(show), { once: true });
}

/** Keeps a mark on the page while a finger or button is down. */
export function watchPresses(): void {
  const { dataset } = document.documentElement;
  const release = () => delete dataset['pressed'];
  addEventListener('pointerdown', () => (dataset['pressed'] = ''), true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}
