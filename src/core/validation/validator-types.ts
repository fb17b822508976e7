// The types of validators.

export const validatorTypes = [
  'str/email',
  'str/url',
  'str/phone',
  'str/minLength',
  'str/maxLength',
  'str/pattern',
  'num/min',
  'num/max',
  'num/integer',
  'date/min',
  'date/max',
  'arr/minLength',
  'arr/maxLength',
  'expr',
  'remote',
] as const;
