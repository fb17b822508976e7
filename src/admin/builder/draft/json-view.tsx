// The whole definition as text, for those who know the form language. It is checked while typing and taken over as one step.
import { useMemo, useRef } from 'preact/hooks';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useApp } from '../../app-context.ts';
import { type TextKey, type Translate, useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { downloadJson } from '../../ui/download-text.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notices.tsx';
import { useBuilder } from '../builder-context.ts';
import { useProblemText } from '../problem-text.ts';
import { type JsonProblem, readDefinitionText } from './read-definition-text.ts';
import { isSameJson } from './same-json.ts';

export function JsonView() {
  const { draft, formId, ui } = useBuilder();
  const { notify } = useApp();
  const t = useTexts('builder/jsonView');
  const problemText = useProblemText();
  const definition = useSlice(draft, () => draft.get().definition);
  const current = useMemo(() => JSON.stringify(definition, null, 2), [definition]);
  const typed = useSlice(ui, () => ui.get().jsonText);
  const setTyped = (jsonText: string | undefined) => ui.set({ jsonText });
  const text = typed ?? current;
  const read = useMemo(() => readDefinitionText(text), [text]);
  const problems = useMemo(() => ('definition' in read ? checkForm(read.definition) : []), [read]);
  const isSame = 'definition' in read && isSameJson(read.definition, definition);
  const apply = (made: FormDefinition) => {
    draft.change(() => made, undefined, { path: undefined });
    setTyped(undefined);
    notify(t('applied'));
  };
  const box = useRef<HTMLDivElement>(null);
  const copy = async () => {
    const isCopied = await copyText(text, box.current?.querySelector('textarea') ?? undefined);
    notify(t(isCopied ? 'copied' : 'noCopy'), isCopied ? 'good' : 'bad');
  };
  const [before, after = ''] = t('hint').split('{reference}');
  return (
    <div class="json-view stack" data-own-undo ref={box}>
      <TextField
        label={t('label')}
        hint={
          <>
            {before}
            <a href="/docs/guides/form-language.md" target="_blank" rel="noopener">
              {t('reference')}
            </a>
            {after}
          </>
        }
        isMono
        dir="ltr"
        rows={28}
        value={text}
        onChange={setTyped}
        error={'problem' in read ? errorText(read.problem, t) : undefined}
      />
      <div role="status">
        {problems.length > 0 && (
          <Notice kind="warning">
            <p>{t('hasProblems')}</p>
            <ul class="plain-list">
              {problems.map((problem) => (
                <li key={problem.path + problem.message}>
                  <code class="mono" dir="ltr">
                    {problem.path}
                  </code>{' '}
                  {problemText(problem)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {'definition' in read && problems.length === 0 && <p class="hint">{t(isSame ? 'same' : 'good')}</p>}
      </div>
      <div class="buttons">
        <Button
          kind="primary"
          icon="check"
          isOff={isSame || !('definition' in read)}
          onPress={() => 'definition' in read && apply(read.definition)}
        >
          {t('apply')}
        </Button>
        {typed !== undefined && typed !== current && (
          <Button icon="undo" onPress={() => setTyped(undefined)}>
            {t('back')}
          </Button>
        )}
        <Button icon="copy" onPress={() => void copy()}>
          {t('copy')}
        </Button>
        <Button icon="download" onPress={() => downloadJson(`form-${formId}.json`, definition)}>
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

function errorText(problem: JsonProblem, t: Translate<TextKey<'builder/jsonView'>>): string {
  switch (problem.kind) {
    case 'json':
      return t('json', { line: problem.line, column: problem.column, message: `\u2066${problem.message}\u2069` });
    case 'not-object':
      return t('notObject');
    case 'unknown':
      return t('unknown', { name: problem.name });
    case 'wrong-kind':
      return t('kind', { name: problem.name, kind: t(problem.wanted) });
  }
}
