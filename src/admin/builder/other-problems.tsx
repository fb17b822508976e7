// What is wrong with the selected element and has no box of its own to stand under. An expression that cannot be read says so
// itself, once typing has paused: said above as well, it would push its box down under the hands of whoever types.
import { useSlice } from '../../web/store.ts';
import { Notice } from '../ui/notices.tsx';
import { useBuilder } from './builder-context.ts';
import { isAbout } from './outline/outline.tsx';
import { usePropertyTitle } from './place-titles.ts';
import { useProblemText } from './problem-text.ts';

export function OtherProblems({ path }: { path: string }) {
  const { draft } = useBuilder();
  const problemText = useProblemText();
  const propertyTitle = usePropertyTitle();
  const problems = useSlice(draft, () => draft.get().problems);
  const own = problems.filter(
    (problem) => isAbout(problem.path, path) && !isShownAtBox(problem.path.slice(path.length + 1)),
  );
  if (own.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul class="plain-list">
        {own.map((problem) => (
          <li key={problem.path}>
            {problem.path !== path && `${propertyTitle(problem.path.slice(path.length + 1))}: `}
            {problemText(problem)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Properties whose boxes check what is typed, and show the form's own objection. */
function isShownAtBox(property: string): boolean {
  return /^(relevant|readonly|reqValidator\.req|eq|text|html|name)$/.test(property);
}
