// The name of an element. It is taken over when the box is left, not letter by letter: on the way it may be another's name.
import { useLayoutEffect, useState } from 'preact/hooks';
import { namesIn } from '../../../core/definition/element-names.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { TextField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { useProblemText } from '../problem-text.ts';
import { modelPathOf } from '../tree/data-keys.ts';
import { rootOf } from '../tree/element-tree.ts';
import { renameElement } from '../tree/rename-element.ts';

export function NameField({ path, element }: { path: string; element: Element }) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  const problemText = useProblemText();
  const [typed, setTyped] = useState(element.name ?? '');
  const problem = useSlice(draft, () => draft.get().problems.find((one) => one.path === `${path}.name`));
  useLayoutEffect(() => setTyped(element.name ?? ''), [element.name]);

  const { definition, saved, form } = draft.get();
  const isOther = typed !== element.name;
  const isTaken = isOther && modelPathOf(definition, path) !== undefined && namesIn(rootOf(definition)).has(typed);
  const hasData = isOther && form.current.all > 0 && namesIn(rootOf(saved)).has(element.name);
  const take = () => {
    if (isOther) draft.change((now) => renameElement(now, path, typed), `name@${path}`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the box takes the name over.
    <div onKeyDown={(event) => event.key === 'Enter' && take()} data-own-undo={isOther ? '' : undefined}>
      <TextField
        label={t('name')}
        isMono
        dir="ltr"
        value={typed}
        maxLength={200}
        onChange={setTyped}
        onLeave={take}
        hint={
          hasData
            ? t('nameCollected', { count: form.current.all, name: element.name })
            : isTaken
              ? t('nameTaken')
              : t(modelPathOf(definition, path) === undefined ? 'nameOnlyHint' : 'nameHint')
        }
        error={problem === undefined || isOther ? undefined : problemText(problem)}
      />
    </div>
  );
}
