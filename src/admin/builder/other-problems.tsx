// What is wrong with the selected element, said above its properties: some of it has no box of its own to stand under.
import { useSlice } from '../../web/store.ts';
import { Notice } from '../ui/notices.tsx';
import { useBuilder } from './builder-context.ts';
import { isAbout } from './outline/outline.tsx';
import { useProblemText } from './problem-text.ts';

export function OtherProblems({ path }: { path: string }) {
  const { draft } = useBuilder();
  const problemText = useProblemText();
  const problems = useSlice(draft, () => draft.get().problems);
  const own = problems.filter((problem) => isAbout(problem.path, path));
  if (own.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul class="plain-list">
        {own.map((problem) => (
          <li key={problem.path}>
            {problem.path !== path && (
              <code dir="ltr" class="mono">
                {problem.path.slice(path.length + 1)}
              </code>
            )}{' '}
            {problemText(problem)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
