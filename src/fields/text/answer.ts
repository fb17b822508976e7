import { isPhone } from '../../core/validation/text-formats.ts';
import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';
import { hasRule } from './value.ts';

const textItem: ItemMaker = (element) =>
  hasRule(element, 'str/phone')
    ? (value) => ({ kind: 'text', value, isPhone: isPhone(String(value)) })
    : (value) => ({ kind: 'text', value });

export const answer: KindAnswer = itemAnswer(textItem);
