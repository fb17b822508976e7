// The properties of one element: the usual ones first, the others under "More". Which an element has, its type says.
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { isElementProperty, meantProperty } from '../../../core/definition/element-properties.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notices.tsx';
import { useBuilder } from '../builder-context.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { type ExpressionNames, fieldNames } from '../expressions/expression-names.ts';
import { ListsEditor } from '../options/lists-editor.tsx';
import { OptionsEditor } from '../options/options-editor.tsx';
import { OtherProblems } from '../other-problems.tsx';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { formLocale } from '../tree/element-kinds.ts';
import { changeElement, rootPath } from '../tree/element-tree.ts';
import { ContentText } from './content-text.tsx';
import { InitialValueField } from './initial-value-field.tsx';
import { LabelField } from './label-field.tsx';
import { NameField } from './name-field.tsx';
import { HelpField, PageProperties } from './page-properties.tsx';
import { PagesField } from './pages-field.tsx';
import { Group } from './property-group.tsx';
import { QuestionProperties } from './question-properties.tsx';
import { RequiredEditor } from './required-editor.tsx';
import { KindField, RootKindField, TypeField } from './type-fields.tsx';
import { RareFields, TypeProperties } from './type-properties.tsx';
import { ValidatorsEditor } from './validators-editor.tsx';

export interface PropertyProps {
  readonly element: Element;
  readonly names: ExpressionNames;
  readonly set: (changes: Partial<Element>) => void;
}

export function ElementProperties({ path, element }: { path: string; element: Element }) {
  const { draft } = useBuilder();
  const definition = useSlice(draft, () => draft.get().definition);
  const names = useMemo(() => fieldNames(definition, path), [definition, path]);
  const set = (changes: Partial<Element>) => {
    const step = `${Object.keys(changes).join()}@${path}`;
    draft.change((now) => changeElement(now, path, changes), step);
  };
  const properties = { element, names, set };
  const isField = element.type.startsWith('f');
  const isRoot = path === rootPath;
  return (
    <div class="stack">
      <OtherProblems path={path} />
      {isRoot && <RootKindField element={element} path={path} />}
      <LabelField {...{ element, names, path }} />
      {(isField || (element.type === 'cSection' && !isRoot)) && <HelpField {...properties} />}
      <ContentFields {...properties} />
      <OptionsFields {...properties} />
      <QuestionProperties {...properties} />
      {(isField || element.type === 'cRepeat') && (
        <RequiredEditor value={element.reqValidator} onChange={(reqValidator) => set({ reqValidator })} names={names} />
      )}
      <RelevantField {...properties} />
      <KindField {...properties} />
      <TypeField {...properties} />
      <TypeProperties {...properties} />
      {element.type === 'cTabs' && <PagesField />}
      {(element.type === 'cRow' || element.type === 'cTabs') && <ListsEditor path={path} element={element} />}
      <More>
        {!isRoot && <NameField path={path} element={element} />}
        {(isField || element.type === 'cRepeat') && <ReadonlyField {...properties} />}
        {isField && element.type !== 'fFile' && element.type !== 'fSign' && <InitialValueField {...properties} />}
        {(isField || element.type === 'cRepeat') && (
          <ValidatorsEditor
            element={element}
            onChange={(validators) => set({ validators })}
            names={names}
            formLocale={formLocale(definition)}
          />
        )}
        {isField && <PageProperties {...properties} />}
        <RareFields {...properties} />
      </More>
      <UnknownProperties element={element} />
    </div>
  );
}

function ContentFields(properties: PropertyProps) {
  const { element, names, set } = properties;
  const t = useTexts('builder/property');
  if (element.type === 'eEq') {
    return (
      <ExpressionField
        label={t('eq')}
        kind="expression"
        names={names}
        value={element.eq ?? ''}
        onChange={(eq) => set({ eq })}
        rows={2}
      />
    );
  }
  if (!element.type.startsWith('e')) return null;
  if (element.type !== 'eButton') return <ContentText {...properties} />;
  const action = (element as { buttonAction?: string }).buttonAction === 'save' ? 'save' : 'submit';
  return (
    <>
      <ExpressionField
        label={t('buttonText')}
        kind="template"
        names={names}
        value={element.text ?? ''}
        onChange={(text) => set({ text })}
        rows={1}
        hint={t('textHint')}
      />
      <SelectField
        label={t('buttonAction')}
        value={action}
        choices={[
          { value: 'submit', label: t('buttonSubmit') },
          { value: 'save', label: t('buttonSave') },
        ]}
        onChange={(value) => set({ buttonAction: value === 'save' ? 'save' : undefined } as Partial<Element>)}
      />
    </>
  );
}

function OptionsFields({ element, names, set }: PropertyProps) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  const locale = formLocale(draft.get().definition);
  const isTyped = element.type === 'fSelect' || element.type === 'fRadio';
  if (!isTyped && element.type !== 'fCheckbox' && element.type !== 'fMatrix') return null;
  return (
    <>
      {element.type === 'fMatrix' && (
        <Group title={t('questions')}>
          <OptionsEditor
            value={element.matrixQuestions}
            onChange={(matrixQuestions) => set({ matrixQuestions: matrixQuestions as Element['matrixQuestions'] })}
            names={names}
            formLocale={locale}
            isPlainList
          />
        </Group>
      )}
      <Group title={t('options')}>
        <OptionsEditor
          value={element.options}
          onChange={(options, more) => set({ options, ...more })}
          names={names}
          ownName={element.name}
          formLocale={locale}
          validators={element.validators}
        />
      </Group>
    </>
  );
}

function RelevantField({ element, names, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const box = useRef<HTMLDivElement>(null);
  useFocusWish('condition', () => box.current?.querySelector('select')?.focus());
  const change = (relevant: Element['relevant']) => set({ relevant });
  return (
    <div ref={box}>
      <ConditionField label={t('relevant')} value={element.relevant} onChange={change} names={names} />
    </div>
  );
}

function ReadonlyField({ element, names, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const change = (readonly: Element['readonly']) => set({ readonly });
  return (
    <ConditionField label={t('readonly')} value={element.readonly} onChange={change} names={names} fallback={false} />
  );
}

/** Stays open from one element to the next. */
function More({ children }: { children: ComponentChildren }) {
  const { ui } = useBuilder();
  const t = useTexts('builder/property');
  const isOpen = useSlice(ui, () => ui.get().isMoreOpen);
  return (
    <details class="more" open={isOpen} onToggle={(event) => ui.set({ isMoreOpen: event.currentTarget.open })}>
      <summary>{t('more')}</summary>
      {isOpen && <div class="stack">{children}</div>}
    </details>
  );
}

function UnknownProperties({ element }: { element: Element }) {
  const t = useTexts('builder/property');
  const unknown = Object.keys(element).filter((key) => !isElementProperty(key));
  const slips = unknown.flatMap((name) => {
    const meant = meantProperty(name);
    return meant === undefined ? [] : [{ name, meant }];
  });
  const others = unknown.filter((name) => slips.every((slip) => slip.name !== name));
  return (
    <>
      {slips.length > 0 && (
        <Notice kind="warning">
          <ul class="plain-list">
            {slips.map((slip) => (
              <li key={slip.name}>{t('meantProperty', slip)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {others.length > 0 && <p class="hint">{t('otherProperties', { names: others.join(', ') })}</p>}
    </>
  );
}
