import { isPhone } from '../../core/validation/text-formats.ts';
import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';
import { hasRule } from './value.ts';

const textItem: ItemMaker = (element) =>
  hasRule(element, 'str/phone')
    ? (value) => ({ kind: 'text', value, isPhone: isPhone(String(value)) })
    : (value) => ({ kind: 'text', value });

export const answer: KindAnswer = itemAnswer(textItem);
