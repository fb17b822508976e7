// The types of elements. Content elements may also have other types that begin with `e`: they are kept as they are. [forms.elements]

export const containerTypes = ['cSection', 'cRepeat', 'cRow', 'cTabs'] as const;

export const fieldTypes = [
  'fInput',
  'fLngTxt',
  'fDoc',
  'fSelect',
  'fRadio',
  'fCheckbox',
  'fBool',
  'fDate',
  'fFile',
  'fSign',
  'fRate',
  'fColor',
  'fMatrix',
] as const;

export const contentTypes = ['eText', 'eEq', 'eButton'] as const;

export type ContainerType = (typeof containerTypes)[number];
export type FieldType = (typeof fieldTypes)[number];
export type ContentType = (typeof contentTypes)[number];
export type ElementType = ContainerType | FieldType | ContentType;

/** `text`, `str` and `array` only name the type a field already has. */
export const typeValidatorTypes = ['text', 'str', 'num', 'date', 'bool', 'color', 'sign', 'array'] as const;
