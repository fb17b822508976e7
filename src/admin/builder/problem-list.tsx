// What must be put right before a save, and what is worth a look: a number in the bar that is always in sight, and a list
// under it that stays open, each line leading to its place.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { useSlice } from '../../web/store.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useBuilder } from './builder-context.ts';
import { usePlaceTitle, usePropertyTitle } from './place-titles.ts';
import { useProblemText } from './problem-text.ts';
import { useReferenceText } from './reference-text.ts';
import { elementAt } from './tree/element-tree.ts';

const most = 30;

/** `stops` counts saves that problems stopped: each opens the list. */
export function ProblemMenu({ stops }: { stops: number }) {
  const { draft, ui } = useBuilder();
  const t = useTexts('builder/builder');
  const problems = useSlice(draft, () => draft.get().problems);
  const references = useSlice(ui, () => ui.get().references);
  const slips = useSlice(ui, () => ui.get().slips);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const warnings = [...references.values()].reduce((count, { length }) => count + length, 0) + slips.length;
  const count = problems.length + warnings;
  useLayoutEffect(() => {
    if (stops > 0) setOpen(true);
  }, [stops]);
  useLayoutEffect(() => {
    if (count === 0) setOpen(false);
  }, [count === 0]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from inside.
    <div
      class="problem-menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      <button
        type="button"
        class={problems.length > 0 ? 'problem-count stops' : 'problem-count'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('problems', { count })}
        title={t('problems', { count })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="warning" size={18} />
        {count}
      </button>
      {isOpen && (
        <section class="problem-panel" id={id} aria-label={t('problemsNow')}>
          <div class="problem-close">
            <Button kind="quiet" icon="close" label={t('closeList')} onPress={close} />
          </div>
          <ProblemLines />
          <WarningLines count={warnings} />
        </section>
      )}
    </div>
  );
}

function ProblemLines() {
  const { draft } = useBuilder();
  const t = useTexts('builder/builder');
  const problemText = useProblemText();
  const problems = useSlice(draft, () => draft.get().problems);
  if (problems.length === 0) return null;
  return (
    <Lines title={t('problemsTitle', { count: problems.length })} more={problems.length - most}>
      {problems.slice(0, most).map((problem) => (
        <Line key={problem.path + problem.message} path={problem.path}>
          {problemText(problem)}
        </Line>
      ))}
    </Lines>
  );
}

function WarningLines({ count }: { count: number }) {
  const { ui } = useBuilder();
  const t = useTexts('builder/builder');
  const referenceText = useReferenceText();
  const references = useSlice(ui, () => ui.get().references);
  const slips = useSlice(ui, () => ui.get().slips);
  if (count === 0) return null;
  const broken = [...references].flatMap(([path, found]) => found.map((one) => ({ path, one })));
  const nameIn = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  return (
    <Lines title={t('checkThese', { count })} more={count - most}>
      {broken.slice(0, most).map(({ path, one }) => (
        <Line key={path + one.property + one.name} path={path}>
          {referenceText(one)}
        </Line>
      ))}
      {slips.map(({ path, meant }) => (
        <Line key={path} path={path}>
          {t('slip', { name: `\u2066${nameIn(path)}\u2069`, meant: `\u2066${meant}\u2069` })}
        </Line>
      ))}
    </Lines>
  );
}

function Lines({ title, more, children }: { title: string; more: number; children: ComponentChildren }) {
  const t = useTexts('builder/builder');
  return (
    <>
      <h2>{title}</h2>
      <ul class="plain-list">{children}</ul>
      {more > 0 && <p class="hint">{t('moreProblems', { count: more })}</p>}
    </>
  );
}

function Line({ path, children }: { path: string; children: ComponentChildren }) {
  const { draft, formId, ui } = useBuilder();
  const placeTitle = usePlaceTitle();
  const propertyTitle = usePropertyTitle();
  const { definition } = draft.get();
  const element = elementPathOf(path, definition);
  const go = () => {
    const view = /^post/.test(path) ? 'after' : path.startsWith('templates') ? 'pdf' : element ? 'build' : 'settings';
    if (element !== undefined) draft.select(element);
    void navigate(`/admin/forms/${formId}/${view === 'build' ? '' : `?view=${view}`}`);
    ui.set({ part: 'properties' });
  };
  const title =
    element === undefined && !/^(post|templates)/.test(path)
      ? propertyTitle(path)
      : placeTitle(definition, element ?? path);
  return (
    <li>
      <button type="button" class="link-button" onClick={go}>
        <bdi>{title}</bdi>
      </button>
      {': '}
      {children}
    </li>
  );
}

/** The innermost element that the path leads into. */
function elementPathOf(path: string, definition: FormDefinition): string | undefined {
  const keys = path.split('.');
  for (let length = keys.length; length > 1; length--) {
    const part = keys.slice(0, length).join('.');
    if (part.startsWith('formSchema.rootElem') && elementAt(definition, part) !== undefined) return part;
  }
  return undefined;
}
