// What stops the form from being sent, above its buttons: how much it is, and where, each a way to its field.
// [fill-links.summary]
import { useMemo } from 'preact/hooks';
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import { isSameList, isSameMessage } from '../form-view/field-facts.ts';
import { revealField } from '../form-view/focus.ts';
import { nameField } from '../form-view/name-field.ts';
import { useSlice } from '../web/store.ts';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';

export function Problems({ session, texts }: { session: FillSession; texts: FillTexts }) {
  const { state } = session;
  const { failures, within } = useSlice(session, session.get);
  const find = () => {
    // Of one step, or all of them.
    if (within) return state.problems().filter(({ modelPath }) => within(modelPath));
    return state.get().isAllShown ? state.shownProblems() : none;
  };
  const problems = useSlice(state, find, isSameProblems);
  // Of hundreds, each is looked for once: the list is drawn again as people mend it.
  const names = useMemo(() => new Map<string, string>(), [state]);
  const nameOf = (path: string): string => {
    const name = names.get(path) ?? nameField(state, path).join(', ');
    names.set(path, name);
    return name;
  };
  const isThere = failures > 0 && problems.length > 0;
  return (
    <div role="alert">
      {isThere && (
        <div class="summary" key={failures}>
          <p>
            <strong>{texts('problems', problems.length)}</strong>
          </p>
          <ul>
            {problems.map(({ modelPath, message }) => (
              <li key={modelPath + message}>
                <button type="button" class="quiet" onClick={() => revealField(modelPath)}>
                  <bdi>{nameOf(modelPath)}</bdi>: <bdi>{message}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const none: readonly ItemMessage[] = [];

function isSameProblems(one: readonly ItemMessage[], two: readonly ItemMessage[]): boolean {
  return isSameList(one, two, isSameMessage);
}
