import { type Look, lazyControl } from '../../../form-view/control-choice.ts';
import { lazyPart } from '../../../form-view/lazy-part.tsx';
import type { FieldNode } from '../../../form-view/view-node.ts';

const file = lazyPart(() => import('./file.tsx'));
const control = lazyControl(file, 'group', 'file', 'rich');
const limited = lazyControl(file, 'group', 'file limited', 'rich');

export const look: Look = ({ element }) => (hasLimits(element) ? limited : control);

/** Then there is a line more, for which the styles keep room. */
function hasLimits({ fileTypes = [], fileMaxSize, fileMaxNum }: FieldNode['element']): boolean {
  return fileTypes.length > 0 || fileMaxSize !== undefined || fileMaxNum !== undefined;
}
