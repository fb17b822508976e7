// The functions of days and time. [expressions.calendar]

import { type Budget, type ExpressionFunction, formatWork, type ScopeValues, spend } from './budget.ts';
import { addTo, dayOfMoment, daysBetween, isDay, weekday, wholeYears } from './calendar.ts';
import { getMember, toNumber } from './data-value.ts';
import { findTime, toIsoText } from './date-value.ts';

/** Looking up the day of a moment in a time zone. */
const zoneWork = 20 * formatWork;

export const calendarFunctions: Readonly<Record<string, ExpressionFunction>> = {
  now: (_, { now }) => toIsoText(now),
  today: (_, budget, scope) => toIsoText(today(budget, scope)),
  age: ([birthday], budget, scope) => wholeYears(dayOf(birthday, budget, scope), today(budget, scope)),
  addDays: ([date, days], budget) => addTo(date, toCount(days, budget), 0),
  addMonths: ([date, months], budget) => addTo(date, 0, toCount(months, budget)),
  daysBetween: ([from, to], budget, scope) => daysBetween(dayOf(from, budget, scope), dayOf(to, budget, scope)),
  weekday: ([date], budget, scope) => weekday(dayOf(date, budget, scope)),
};

function toCount(value: unknown, budget: Budget): number {
  spend(budget, formatWork);
  return toNumber(value ?? 0, budget);
}

function today(budget: Budget, scope: ScopeValues): number {
  spend(budget, formatWork);
  return dayOfMoment(budget.now, zoneOf(scope));
}

function dayOf(value: unknown, budget: Budget, scope: ScopeValues): number | undefined {
  const time = findTime(value);
  const isMoment = time !== undefined && !isDay(time);
  spend(budget, isMoment ? zoneWork : formatWork);
  return isMoment ? dayOfMoment(time, zoneOf(scope)) : time;
}

/** Of the form. */
function zoneOf(scope: ScopeValues): string {
  const zone = getMember(getMember(scope['data'], 'form'), 'timeZone');
  return typeof zone === 'string' ? zone : 'UTC';
}
