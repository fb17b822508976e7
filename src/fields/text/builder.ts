import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: [
    ...(['str/email', 'str/url', 'str/phone'] as const),
    ...(['str/minLength', 'str/maxLength', 'str/pattern', 'expr', 'remote'] as const),
  ],
  operators: ['is', 'isNot', 'contains', 'lacks', 'filled', 'empty'],
  isTruthy: true,
  isLong: ({ type }) => type === 'fLngTxt',
  isPlain: true,
  isText: true,
  canFilterSets: true,
};
