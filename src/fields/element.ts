// The elements of a form, told apart by `type`: each has the properties that the table gives its type.
// These types describe a definition that was checked; check-form.ts says what is wrong with one that was not.

import type { ContainerType, ContentType, ElementType, FieldType } from './element-types.ts';
import type { elementProperties, PropertyName } from './properties.ts';
import type { PropertyType } from './property-types.ts';

type Table = typeof elementProperties;
type ValueOf<Name extends PropertyName> = Table[Name]['type'] extends PropertyType<infer Value> ? Value : never;

/** The properties whose row names one of the types. */
type NameOn<Type extends ElementType> = {
  [Name in PropertyName]: Table[Name]['on'][number] & Type extends never ? never : Name;
}[PropertyName];

/** What it does not have is never there. */
type PropertiesOn<Type extends ElementType> = {
  readonly [Name in Exclude<PropertyName, 'type' | 'name' | 'children'>]?: Name extends NameOn<Type>
    ? ValueOf<Name>
    : undefined;
};

interface Base<Type extends string> {
  readonly type: Type;
  readonly name: string;
}

/** Columns and tabs hold one list each, every other container one list. */
interface WithLists {
  readonly children?: readonly (readonly Element[])[];
}
interface WithList {
  readonly children?: readonly Element[];
}
interface WithNone {
  readonly children?: undefined;
}
type ChildrenOf<Type> = Type extends 'cRow' | 'cTabs' ? WithLists : Type extends ContainerType ? WithList : WithNone;

/** Content may be of any type that begins with `e`. */
export type ContentElement = Base<`e${string}`> & PropertiesOn<ContentType> & WithNone;

export type ElementOf<Type extends ElementType> = Type extends ContentType
  ? ContentElement
  : Base<Type> & PropertiesOn<Type> & ChildrenOf<Type>;

export type FieldElement = ElementOf<FieldType>;
export type ContainerElement = ElementOf<ContainerType>;
export type Element = FieldElement | ContainerElement | ContentElement;

/** The elements that have a property. */
export type ElementWith<Name extends PropertyName> = ElementOf<Table[Name]['on'][number]>;

/** Before it has a name. */
export type UnnamedElement<One extends Element = Element> = One extends Element ? Omit<One, 'name' | 'label'> : never;

/** Of any element: for code that writes one without looking at its type. */
export type ElementChanges = {
  readonly [Name in Exclude<PropertyName, 'type' | 'name' | 'children'>]?: ValueOf<Name> | undefined;
} & { readonly type?: ElementType; readonly name?: string; readonly children?: Element['children'] };
