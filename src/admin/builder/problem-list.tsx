// What must be put right before a save, each leading to its place.
import { useSlice } from '../../web/store.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notices.tsx';
import { useBuilder } from './builder-context.ts';
import { builderTexts } from './builder-texts.ts';
import { elementTitle } from './outline/outline-line.tsx';
import { useProblemText } from './problem-text.ts';
import { elementAt } from './tree/element-tree.ts';

const most = 20;

/** Shown when a save was stopped; while typing, each problem is shown at its place alone. */
export function ProblemList({ isAsked }: { isAsked: boolean }) {
  const { draft, formId, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const problemText = useProblemText();
  const problems = useSlice(draft, () => draft.get().problems);
  if (!isAsked || problems.length === 0) return null;
  const go = (path: string) => {
    const element = elementPathOf(path, draft.get().definition);
    const view = /^post/.test(path) ? 'after' : path.startsWith('templates') ? 'pdf' : element ? 'build' : 'settings';
    if (element !== undefined) draft.select(element);
    void navigate(`/admin/forms/${formId}/${view === 'build' ? '' : `?view=${view}`}`);
    ui.set({ part: 'properties' });
  };
  return (
    <Notice kind="warning">
      <p>{t('problemsTitle', { count: problems.length })}</p>
      <ul class="plain-list">
        {problems.slice(0, most).map((problem) => {
          const element = elementAt(draft.get().definition, elementPathOf(problem.path, draft.get().definition));
          return (
            <li key={problem.path + problem.message}>
              <button type="button" class="link-button" onClick={() => go(problem.path)}>
                <bdi>{element === undefined ? problem.path : elementTitle(element)}</bdi>
              </button>
              {': '}
              {problemText(problem)}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** The innermost element that the path leads into. */
function elementPathOf(path: string, definition: Parameters<typeof elementAt>[0]): string | undefined {
  const keys = path.split('.');
  for (let length = keys.length; length > 1; length--) {
    const part = keys.slice(0, length).join('.');
    if (part.startsWith('formSchema.rootElem') && elementAt(definition, part) !== undefined) return part;
  }
  return undefined;
}
