// How an element is shown and which type of value it holds, as far as that can be chosen without losing its other properties.
import { isElementProperty } from '../../../core/definition/element-properties.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import { typeNameOf } from '../../../core/plan/value-type-of.ts';
import { kindByName } from '../../../fields/all/kind.ts';
import { dateModeOf } from '../../../fields/date/value.ts';
import { type ContainerType, type FieldType, kindOfType } from '../../../fields/element-types.ts';
import { propertiesOn } from '../../../fields/properties.ts';
import { hasText, useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { elementKinds } from '../tree/element-kinds.ts';
import { changeElement, hasColumns } from '../tree/element-tree.ts';
import type { PropertyProps } from './property-props.ts';

export function KindField({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const kinds = useTexts('builder/kind');
  const own = elementKinds.find(({ type, family }) => type === element.type && family !== undefined);
  if (own === undefined) return null;
  const choices = elementKinds
    .filter(({ family }) => family === own.family)
    .map(({ type, kind }) => ({ value: type as FieldType, label: kinds(kind) }));
  const change = (type: FieldType) => {
    const kept = propertiesOn(type);
    const lost = Object.keys(element).filter((name) => isElementProperty(name) && !kept.includes(name));
    set({ type, ...Object.fromEntries(lost.map((name) => [name, undefined])) });
  };
  return <SelectField label={t('kind')} value={element.type as FieldType} choices={choices} onChange={change} />;
}

/** What a typeValidator names, beside text. */
const dataTypes = Object.keys(kindByName) as DataType[];
const modes = { d: 'modeD', dt: 'modeDt', t: 'modeT' } as const;
type DataType = keyof typeof kindByName | 'text';
type Mode = keyof typeof modes;

export function TypeField({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const name = typeNameOf(element);
  const type = dataTypes.find((one) => one === name) ?? 'text';
  const mode = dateModeOf(element);
  // A kind that is a date by its element has no other type.
  const isDateOnly = kindOfType(element.type) === kindByName.date;
  const isDate = isDateOnly || type === 'date';
  const write = (held: DataType, how: Mode) => {
    if (held === 'text' || (isDateOnly && how === 'd')) set({ typeValidator: undefined });
    else if (held === 'date' && how !== 'd') set({ typeValidator: { type: 'date', mode: how } });
    else set({ typeValidator: held });
  };
  const typeText = (value: DataType) => {
    const key = `type${value[0]!.toUpperCase()}${value.slice(1)}`;
    return hasText('builder/property', key) ? t(key) : value;
  };
  return (
    <>
      {!isDateOnly && (
        <SelectField
          label={t('dataType')}
          value={type}
          choices={(['text', ...dataTypes] as const).map((value) => ({ value, label: typeText(value) }))}
          onChange={(held) => write(held, mode)}
        />
      )}
      {isDate && (
        <SelectField
          label={t('mode')}
          value={mode}
          choices={Object.entries(modes).map(([value, key]) => ({ value: value as Mode, label: t(key) }))}
          onChange={(how) => write('date', how)}
        />
      )}
    </>
  );
}

/** The root may be any container; what is in it moves along. */
export function RootKindField({ element, path }: { element: Element; path: string }) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  const choices = [
    { value: 'cSection', label: t('rootSection') },
    { value: 'cTabs', label: t('rootTabs') },
    { value: 'cRow', label: t('rootRow') },
    { value: 'cRepeat', label: t('rootRepeat') },
  ] as const;
  const change = (type: ContainerType) => {
    const before = (element.children ?? []) as readonly (Element | readonly Element[])[];
    const isList = !hasColumns({ type });
    const children = isList ? before.flat() : hasColumns(element) ? before : [before];
    draft.change((now) =>
      changeElement(now, path, {
        type,
        children: children as Element['children'],
        tabs: type === 'cTabs' ? element.tabs : undefined,
      }),
    );
  };
  return (
    <SelectField label={t('rootType')} value={element.type as ContainerType} choices={choices} onChange={change} />
  );
}
