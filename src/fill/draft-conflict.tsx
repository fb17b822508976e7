// A draft that was saved on another device since this one opened it: both answers wherever they differ, and the person decides which
// count. Nothing is sent before. [fill-links.conflict]
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ResumedEntry } from '../api-types/entries.ts';
import { ApiError, requestApi } from '../client/call-api.ts';
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { getAt, setAt } from '../form-view/data-at.ts';
import { wordsOf } from '../form-view/words.ts';
import { type AnswerNode, answersOf, answerText, labelOf } from './answer-text.ts';
import type { FillSession } from './fill-session.ts';
import type { LateNotice } from './session-view.ts';

type Notice = Extract<LateNotice, { kind: 'conflict' }>;

interface Stored {
  readonly version: string | undefined;
  readonly data: JsonObject;
}

interface Difference {
  readonly node: AnswerNode;
  readonly mine: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}

export function DraftConflict({ session, notice }: { session: FillSession; notice: Notice }) {
  const { state } = session;
  const words = wordsOf('later', state.plan.locale).draftConflict;
  const [stored, setStored] = useState<Stored>();
  const [fault, setFault] = useState<string>();
  const [others, setOthers] = useState<ReadonlySet<AnswerNode>>(new Set());
  const box = useRef<HTMLElement>(null);

  const load = async () => {
    setFault(undefined);
    try {
      const found = await findStored(session, notice);
      const { mine, data } = { mine: answersHere(session, notice), data: found.data };
      if (isOwn(data, notice) || differencesOf(session, mine, data).length === 0) {
        session.takeVersion(found.version, notice.mine, notice.action);
        return;
      }
      // What only the other device changed is taken from there, unless the person says otherwise.
      const isUntouched = ({ node, mine: one }: Difference) => isSame(one, getAt(notice.base, node.keys));
      setOthers(new Set(differencesOf(session, mine, data).flatMap((one) => (isUntouched(one) ? one.node : []))));
      setStored(found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message || words.offline);
    }
  };
  useEffect(() => void load(), [notice]);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [stored, fault]);

  if (fault !== undefined) {
    return (
      <p class="notice error" role="alert">
        <span>{fault}</span>
        <button type="button" class="quiet" onClick={() => void load()}>
          {words.retry}
        </button>
      </p>
    );
  }
  if (stored === undefined) return null;
  const differences = differencesOf(session, answersHere(session, notice), stored.data);
  const choose = (node: AnswerNode, isOther: boolean) => {
    const next = new Set(others);
    if (isOther) next.add(node);
    else next.delete(node);
    setOthers(next);
  };
  const apply = () => {
    let data: JsonValue = notice.action === undefined ? notice.mine : state.get().data;
    for (const { node, other } of differences) {
      if (others.has(node)) data = setAt(data, node.keys, other) ?? {};
    }
    session.takeVersion(stored.version, data as JsonObject, notice.action);
  };
  return (
    <section class="saved" tabIndex={-1} ref={box} aria-labelledby="conflict-title">
      <h2 id="conflict-title">{notice.tab ? words.tabTitle : words.title}</h2>
      <p>{words.text}</p>
      {differences.map(({ node, mine, other }, at) => (
        <fieldset key={node.path} class="versions">
          <legend>
            <bdi>{labelOf(node)}</bdi>
          </legend>
          {[mine, other].map((value, side) => (
            <label class="choice" key={side}>
              <input
                type="radio"
                name={`version-${at}`}
                checked={others.has(node) === (side === 1)}
                onChange={() => choose(node, side === 1)}
              />
              <span>
                <span class="hint">{side === 0 ? words.here : notice.tab ? words.tab : words.there}</span>{' '}
                <bdi>{answerText(node, value, state) || words.nothing}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div class="buttons">
        <button type="button" class="secondary" onClick={apply}>
          {notice.action === undefined ? words.go : notice.action === 'save' ? words.save : words.submit}
        </button>
      </div>
    </section>
  );
}

/** What the server has; a page that found its own older words has just got it. */
async function findStored(session: FillSession, { action, tab }: Notice): Promise<Stored> {
  const entry = session.entry();
  if (tab !== undefined) return { version: entry?.version, data: tab };
  if (action === undefined || entry === undefined) return { version: entry?.version, data: session.base() };
  const { api, appHeaders, state } = session;
  const { body, headers } = await requestApi<ResumedEntry>(api, `/entry/${entry.id}/resume`, {
    query: { locale: state.plan.locale, bewit: appHeaders === undefined ? entry.bewit : undefined },
    ...(appHeaders && { headers: appHeaders }),
  });
  return { version: headers.get('etag') ?? undefined, data: body.entry.data };
}

function answersHere({ state }: FillSession, { action, mine }: Notice): JsonObject {
  return action === undefined ? mine : state.check().data;
}

/** The newer save was our own, whose response got lost. */
function isOwn(data: JsonObject, { requests }: Notice): boolean {
  return requests.some((one) => {
    const { data: sent } = JSON.parse(one.slice(one.indexOf(' '))) as { data?: JsonValue };
    return isSame(sent, data);
  });
}

function differencesOf({ state }: FillSession, mine: JsonObject, other: JsonObject): Difference[] {
  const nodes = state.tree === undefined ? [] : answersOf([state.tree]);
  const all = nodes.map((node) => ({ node, mine: getAt(mine, node.keys), other: getAt(other, node.keys) }));
  return all.filter((one) => !isSame(one.mine, one.other));
}

function isSame(one: JsonValue | undefined, two: JsonValue | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(two ?? null);
}
