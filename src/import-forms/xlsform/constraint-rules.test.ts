import { expect, test } from 'vitest';
import { CannotSay } from '../cannot-say.ts';
import { type Holds, ownValue } from '../pieces.ts';
import { Answers } from './answers.ts';
import { constraintRules } from './constraint-rules.ts';

function rules(source: string, holds: Holds, isWhole = false, message = ''): unknown[] {
  const answers = new Answers();
  answers.addField('limit', { keys: ['limit'], repeat: undefined, holds: 'number' });
  answers.addField('from', { keys: ['from'], repeat: undefined, holds: 'date' });
  const reasons: string[] = [];
  const attempt = <T>(translate: () => T): T | undefined => {
    try {
      return translate();
    } catch (error) {
      if (!(error instanceof CannotSay)) throw error;
      reasons.push(`!${error.reason}`);
      return undefined;
    }
  };
  const made = constraintRules(source, answers.scope(undefined, ownValue(holds)), { holds, isWhole, message }, attempt);
  return [...made.map((rule) => Object.values(rule).join(' ')), ...reasons];
}

test('[forms.import.expressions] a constraint becomes the validators that say it', () => {
  expect(rules('. >= 18 and . <= 65', 'number')).toEqual(['num/min 18', 'num/max 65']);
  expect(rules('18 <= .', 'number')).toEqual(['num/min 18']);
  expect(rules('. > 0', 'number', true)).toEqual(['num/min 1']);
  expect(rules('. < 10', 'number', true)).toEqual(['num/max 9']);
  expect(rules('. > 0', 'number')).toEqual(['expr value > 0']);
  expect(rules('. <= ${limit}', 'number')).toEqual(['num/max model.limit']);
  expect(rules('. < ${limit}', 'number', true)).toEqual(['expr model.limit != null && value < model.limit']);
  expect(rules(". >= '2020-01-01' and . <= date('2020-12-31')", 'date')).toEqual([
    'date/min 2020-01-01',
    'date/max 2020-12-31',
  ]);
  expect(rules('. >= ${from}', 'date')).toEqual(['date/min model.from']);
  expect(rules('. <= today()', 'date')).toEqual(['!today']);
  expect(rules('. >= ${from} and . <= today()', 'date')).toEqual(['date/min model.from', '!today']);
  expect(rules('string-length(.) <= 10 and string-length(.) > 2', 'text')).toEqual([
    'str/maxLength 10',
    'str/minLength 3',
  ]);
  expect(rules('string-length(.) = 9', 'text')).toEqual(['str/minLength 9', 'str/maxLength 9']);
  expect(rules('count-selected(.) <= 3', 'list')).toEqual(['arr/maxLength 3']);
  expect(rules("not(selected(., 'none') and count-selected(.) > 1)", 'list')).toEqual([
    "expr !(value.includes('none') && fn.length(value) > 1)",
  ]);
  expect(rules("regex(., '^[A-Z]{2}$')", 'text')).toEqual(['str/pattern ^[A-Z]{2}$']);
  expect(rules("regex(., '[0-9]+') or . = ''", 'text')).toEqual(['str/pattern ^(?:[0-9]+)$']);
  expect(rules("regex(., '^a|b$')", 'text')).toEqual(['str/pattern ^(?:^a|b$)$']);
  expect(rules("regex(., '(?=a)b')", 'text')).toEqual(['!pattern']);
  expect(rules('. mod 2 = 0', 'number', false, 'Even, please')).toEqual(['expr value % 2 == 0 Even, please']);
  expect(rules('. >=', 'number')).toEqual(['!syntax']);
});
