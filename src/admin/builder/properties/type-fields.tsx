// How an element is shown and which type of value it holds, as far as that can be chosen without losing its other properties.
import { isElementProperty } from '../../../core/definition/element-properties.ts';
import type { Element } from '../../../core/definition/form-definition.ts';
import type { ContainerType, FieldType } from '../../../fields/element-types.ts';
import { propertiesOn } from '../../../fields/properties.ts';
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { changeElement, hasColumns } from '../tree/element-tree.ts';
import type { PropertyProps } from './property-props.ts';

const families = [
  { fInput: 'text', fLngTxt: 'longText', fDoc: 'doc' },
  { fRadio: 'radio', fSelect: 'select', fCheckbox: 'checkbox' },
] as const;

export function KindField({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const kinds = useTexts('builder/kind');
  const family = families.find((one) => element.type in one);
  if (family === undefined) return null;
  const choices = Object.entries(family).map(([value, kind]) => ({ value: value as FieldType, label: kinds(kind) }));
  const change = (type: FieldType) => {
    const kept = propertiesOn(type);
    const lost = Object.keys(element).filter((name) => isElementProperty(name) && !kept.includes(name));
    set({ type, ...Object.fromEntries(lost.map((name) => [name, undefined])) });
  };
  return <SelectField label={t('kind')} value={element.type as FieldType} choices={choices} onChange={change} />;
}

const dataTypes = {
  text: 'typeText',
  num: 'typeNum',
  date: 'typeDate',
  bool: 'typeBool',
  color: 'typeColor',
  sign: 'typeSign',
} as const;
const modes = { d: 'modeD', dt: 'modeDt', t: 'modeT' } as const;
type DataType = keyof typeof dataTypes;
type Mode = keyof typeof modes;

export function TypeField({ element, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const { typeValidator } = element;
  const name = typeof typeValidator === 'object' ? typeValidator.type : typeValidator;
  const type: DataType = name !== undefined && name in dataTypes ? (name as DataType) : 'text';
  const mode: Mode = (typeof typeValidator === 'object' ? typeValidator.mode : undefined) ?? 'd';
  const isDate = element.type === 'fDate' || type === 'date';
  const canChoose = element.type === 'fInput' || element.type === 'fRadio' || element.type === 'fSelect';
  const write = (held: DataType, how: Mode) => {
    if (held === 'text' || (element.type === 'fDate' && how === 'd')) set({ typeValidator: undefined });
    else if (held === 'date' && how !== 'd') set({ typeValidator: { type: 'date', mode: how } });
    else set({ typeValidator: held });
  };
  return (
    <>
      {canChoose && (
        <SelectField
          label={t('dataType')}
          value={type}
          choices={Object.entries(dataTypes).map(([value, key]) => ({ value: value as DataType, label: t(key) }))}
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
