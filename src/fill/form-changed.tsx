// A form that its owner changed while somebody fills it in: the page gets the new one, keeps what was typed, points at what is new
// and lists what is no longer asked for. [fill-links.changed-form]
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ResumedEntry } from '../api-types/entries.ts';
import type { StartedForm } from '../api-types/forms.ts';
import { ApiError, requestApi } from '../client/call-api.ts';
import { getAt } from '../form-view/data-at.ts';
import { revealField } from '../form-view/focus.ts';
import type { FormState } from '../form-view/form-state.ts';
import type { ViewNode } from '../form-view/view-node.ts';
import { wordsOf } from '../form-view/words.ts';
import { type AnswerNode, answersOf, answerText, labelOf } from './answer-text.ts';
import type { FillSession } from './fill-session.ts';
import { loadStyles } from './load-styles.ts';
import type { ContinuedFilling, LateNotice } from './session-view.ts';
import { type GoneAnswer, unknownIn } from './unknown-answers.ts';

type Changing = Extract<LateNotice, { kind: 'changing' }>;
type Changed = Extract<LateNotice, { kind: 'changed' }>;

/** Gets the form: at once where the old one stands in the way, else when the person says so. */
export function FormChanging({ session, notice }: { session: FillSession; notice: Changing }) {
  const words = wordsOf('later', session.state.plan.locale).formChanged;
  const [fault, setFault] = useState<string>();
  const load = async () => {
    try {
      await changeForm(session, notice);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message || words.offline);
    }
  };
  useEffect(() => {
    if (notice.messages !== undefined) void load();
  }, [notice]);
  if (notice.messages !== undefined && fault === undefined) return null;
  return (
    <p class="notice warning" role="alert">
      <span>
        {words.title} {fault}
      </span>
      <button type="button" class="quiet" onClick={() => void load()}>
        {fault === undefined ? words.show : words.retry}
      </button>
    </p>
  );
}

async function changeForm(session: FillSession, { messages }: Changing): Promise<void> {
  const { api, appHeaders, form } = session;
  const entry = session.entry();
  const bewit = appHeaders === undefined ? entry?.bewit : undefined;
  const query = { locale: form.locale, ...(entry === undefined ? { since: session.formVersion() } : { bewit }) };
  const path = entry === undefined ? `/form/${form.id}/start` : `/entry/${entry.id}/resume`;
  const { body, headers } = await requestApi<StartedForm | ResumedEntry>(api, path, {
    query,
    ...(appHeaders && { headers: appHeaders }),
  });
  const version = Number(headers.get('x-service-form-version')) || undefined;
  if (JSON.stringify(body.form) !== JSON.stringify(form)) {
    loadStyles();
    await session.changeForm(body.form, version, messages);
    return;
  }
  // Another name, other emails: nothing that is filled in.
  session.keepForm(version);
  if (messages !== undefined) session.showMessages(messages);
}

export function FormChanged({ session, notice }: { session: FillSession; notice: Changed }) {
  const { state } = session;
  const { before, kept } = notice;
  const words = wordsOf('later', state.plan.locale).formChanged;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (before !== undefined && before.messages.length > 0) {
      state.takeServerMessages(before.messages);
      state.showAll();
    }
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  const [{ added, gone }] = useState(() => ({
    added: before === undefined ? [] : addedTo(state, before),
    gone: before === undefined ? unknownIn(state, kept) : goneFrom(state, before),
  }));
  // Of an earlier page only what is gone matters: the person has not seen the old form on this one.
  if (before === undefined && gone.length === 0) return null;
  return (
    <section class="saved" tabIndex={-1} ref={box} aria-labelledby="changed-title">
      <h2 id="changed-title">{words.title}</h2>
      <p>{words.kept}</p>
      {added.length > 0 && (
        <div>
          {words.added}
          <ul>
            {added.map(({ label, path }) => (
              <li key={path + label}>
                <button type="button" class="quiet" onClick={() => revealField(path)}>
                  <bdi>{label}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {gone.length > 0 && (
        <div>
          {words.gone}
          <ul>
            {gone.map(({ label, text }) => (
              <li key={label + text}>
                <bdi>{label}</bdi>: <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function addedTo(state: FormState, before: ContinuedFilling): Question[] {
  const was = questionsOf(before.state.tree);
  return [...questionsOf(state.tree)].flatMap(([key, question]) => (was.has(key) ? [] : question));
}

/** Questions that are not there any more, and those whose answer would not be sent now: a new condition hides them. */
function goneFrom(state: FormState, before: ContinuedFilling): GoneAnswer[] {
  const is = questionsOf(state.tree);
  const [sent, sends] = [before.state.check().data, state.check().data];
  return [...questionsOf(before.state.tree)].flatMap(([key, { node, label }]) => {
    const isHidden = () => getAt(sent, node.keys) !== undefined && getAt(sends, node.keys) === undefined;
    const text = is.has(key) && !isHidden() ? '' : answerText(node, getAt(before.data, node.keys), before.state);
    return text === '' ? [] : [{ label, text }];
  });
}

interface Question {
  readonly node: AnswerNode;
  readonly label: string;
  /** Where the page shows it: rows have places of their own, so what is in them is shown at the whole. */
  readonly path: string;
}

/** By place and type: what is asked otherwise than before is a new question. */
function questionsOf(tree: ViewNode | undefined): Map<string, Question> {
  const questions = new Map<string, Question>();
  const visit = (nodes: readonly ViewNode[], start: string, around?: Question) => {
    for (const node of answersOf(nodes)) {
      const path = start + node.path;
      const label = around === undefined ? labelOf(node) : `${around.label}: ${labelOf(node)}`;
      const question = around === undefined ? { node, label, path } : { ...around, label };
      questions.set(`${path} ${node.element.type}`, question);
      if (node.kind === 'repeat') visit(node.children, `${path}[]`, question);
    }
  };
  visit(tree === undefined ? [] : [tree], 'model');
  return questions;
}
