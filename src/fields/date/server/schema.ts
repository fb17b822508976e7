import { type KindSchema, typesOf, withBlank } from '../../../server/forms/schema/schema-parts.ts';

/** Days that exist, leap years included. */
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const day =
  '(?:\\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)' +
  `|${leapYear}-02-29)`;
const timeOfDay = 'T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z';
const sentDate = `^${day}(?:${timeOfDay})?$`;

export const schema: KindSchema = {
  schema: (_, context) =>
    context.of === 'sent'
      ? { type: typesOf(['string'], context), pattern: withBlank(sentDate, context) }
      : { type: 'string', format: 'date-time' },
  listed(values) {
    const days = [...new Set(values.map((value) => String(value).slice(0, 'YYYY-MM-DD'.length)))];
    return { type: 'string', pattern: `^(?:${days.join('|')})(?:${timeOfDay})?$` };
  },
};
