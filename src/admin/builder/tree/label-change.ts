// A label that is typed. The name follows it while it is the proposed one, and nothing was saved under it.

import { isProposedName, namesIn } from '../../../core/definition/element-names.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { fallbackNameOf, proposedName } from './element-kinds.ts';
import { changeElement, elementAt, rootOf, rootPath } from './element-tree.ts';
import { renameElement } from './rename-element.ts';

/** `saved` is the form as it was last saved. */
export function withLabel(
  definition: FormDefinition,
  saved: FormDefinition,
  path: string,
  label: string,
): FormDefinition {
  const element = path === rootPath ? rootOf(definition) : elementAt(definition, path);
  if (element === undefined) return definition;
  const isFollowing =
    path !== rootPath &&
    isProposedName(element.name, element.label ?? '', fallbackNameOf(element)) &&
    !namesIn(rootOf(saved)).has(element.name);
  const labelled = changeElement(definition, path, { label: label === '' ? undefined : label });
  return isFollowing ? renameElement(labelled, path, proposedName(definition, element, label)) : labelled;
}
