// The parts of the properties panel that have controls of their own. [builder]
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import { settingsByFolder } from '../../../fields/all/view/settings.ts';
import { contentTypes, type ElementType } from '../../../fields/element-types.ts';
import { isOffered } from '../../../fields/properties.ts';
import { useTexts } from '../../texts.ts';
import { useBuilder } from '../builder-context.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { ListsEditor } from '../options/lists-editor.tsx';
import { useFocusWish } from '../outline/use-focus-wish.ts';
import { formLocale } from '../tree/element-kinds.ts';
import { hasColumns } from '../tree/element-tree.ts';
import { ContentFields } from './content-fields.tsx';
import { InitialValueField } from './initial-value-field.tsx';
import { LabelField } from './label-field.tsx';
import { NameField } from './name-field.tsx';
import { OptionsFields } from './options-fields.tsx';
import { AutocompleteField, FromLinkField } from './page-properties.tsx';
import { PagesField } from './pages-field.tsx';
import type { PanelItem, PartName } from './panel-layout.ts';
import type { PartProps } from './property-props.ts';
import { RequiredEditor } from './required-editor.tsx';
import { RowFields } from './row-fields.tsx';
import { KindField, RootKindField, TypeField } from './type-fields.tsx';
import { ValidatorsEditor } from './validators-editor.tsx';

const parts: Readonly<Record<PartName, (props: PartProps) => ComponentChildren>> = {
  rootKind: (props) => props.isRoot && <RootKindField {...props} />,
  label: LabelField,
  content: ContentFields,
  options: OptionsFields,
  required: RequiredField,
  relevant: RelevantField,
  kind: KindField,
  type: TypeField,
  pages: PagesField,
  lists: (props) => hasColumns(props.element) && <ListsEditor {...props} />,
  name: (props) => !props.isRoot && <NameField {...props} />,
  readonly: ReadonlyField,
  initialValue: InitialValueField,
  compute: ComputeField,
  validators: ValidatorsField,
  autocomplete: AutocompleteField,
  fromLink: FromLinkField,
};

const kindParts = Object.values(settingsByFolder).flat();

export function Parts({ items, ...props }: PartProps & { items: readonly PanelItem[] }) {
  const type = panelTypeOf(props.element);
  return items.map((item) => {
    if ('part' in item) {
      const Part = parts[item.part];
      return item.properties.some((name) => isOffered(name, type)) && <Part key={item.part} {...props} />;
    }
    if ('kinds' in item) {
      return kindParts
        .filter(({ place, properties }) => place === item.kinds && properties.some((name) => isOffered(name, type)))
        .filter(({ isShown }) => isShown?.(props.element) ?? true)
        .map(({ Part, properties }) => <Part key={properties[0]} {...props} />);
    }
    // The page does not show the help of the root.
    if (item.rows === 'label' && props.isRoot) return null;
    return <RowFields key={`rows ${item.rows}`} {...props} place={item.rows} type={type} />;
  });
}

/** Content of a type of its own is shown as text. */
function panelTypeOf({ type }: Element): ElementType {
  const isOwn = type.startsWith('e') && !(contentTypes as readonly string[]).includes(type);
  return isOwn ? 'eText' : (type as ElementType);
}

function RequiredField({ element, names, set }: PartProps) {
  return (
    <RequiredEditor value={element.reqValidator} onChange={(reqValidator) => set({ reqValidator })} names={names} />
  );
}

function ValidatorsField({ element, names, set }: PartProps) {
  const { draft } = useBuilder();
  return (
    <ValidatorsEditor
      element={element}
      onChange={(validators) => set({ validators })}
      names={names}
      formLocale={formLocale(draft.get().definition)}
    />
  );
}

function ComputeField({ element, names, set }: PartProps) {
  const t = useTexts('builder/property');
  return (
    <ExpressionField
      label={t('compute')}
      hint={t('computeHint', { example: 'fn.sum(model.lines, "price")' })}
      kind="expression"
      names={names}
      value={element.compute ?? ''}
      onChange={(compute) => set({ compute: compute || undefined })}
      rows={2}
    />
  );
}

function RelevantField({ element, names, set }: PartProps) {
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

function ReadonlyField({ element, names, set }: PartProps) {
  const t = useTexts('builder/property');
  const change = (readonly: Element['readonly']) => set({ readonly });
  return (
    <ConditionField label={t('readonly')} value={element.readonly} onChange={change} names={names} fallback={false} />
  );
}
