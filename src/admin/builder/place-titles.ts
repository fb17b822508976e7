// What people call a place of a definition: the element or rule, and the property of it.
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { hasText, type TextKey, useTexts } from '../texts.ts';
import { elementTitle } from './outline/outline-line.tsx';
import { elementAt, rootPath } from './tree/element-tree.ts';

type Key = TextKey<'builder/placeTitles'>;

/** Of an element, a rule after sending, or whatever else the path leads to. */
export function usePlaceTitle(): (definition: FormDefinition, path: string) => string {
  const t = useTexts('builder/placeTitles');
  return (definition, path) => {
    const element = elementAt(definition, path);
    if (path === rootPath) return element?.label?.trim() || t('root');
    if (element !== undefined) return elementTitle(element);
    const [, list, number] = /(?:^|\.)(emails|ui|renders|templates)\.(\d+)/.exec(path) ?? [];
    return list === undefined ? path : t(list as Key, { number: Number(number) + 1 });
  };
}

/** `validators.0.value` is a rule for the answer. What has no name here is called as it is written. */
export function usePropertyTitle(): (property: string) => string {
  const t = useTexts('builder/placeTitles');
  return (property) => {
    const [first = ''] = property.split('.');
    return hasText('builder/placeTitles', first) ? t(first) : property;
  };
}
