import { type Look, lazyControl } from '../../../form-view/control-choice.ts';
import type { FieldNode } from '../../../form-view/view-node.ts';

const control = lazyControl(() => import('./file.tsx'), 'group', 'file', 'rich');
const limited = { ...control, className: 'file limited' };

export const look: Look = ({ element }) => (hasLimits(element) ? limited : control);

/** Then there is a line more, for which the styles keep room. */
function hasLimits({ fileTypes = [], fileMaxSize, fileMaxNum }: FieldNode['element']): boolean {
  return fileTypes.length > 0 || fileMaxSize !== undefined || fileMaxNum !== undefined;
}
