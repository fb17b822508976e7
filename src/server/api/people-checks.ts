// Checks that the routes about people and keys share.
import Joi from 'joi';
import { isMailAddress } from '../base/mail-address.ts';
import { readFilterDate } from '../entry-facts/filter-date.ts';

export const maxEmailLength = 320;

/** One bare address. */
export const emailCheck = Joi.string()
  .trim()
  .max(maxEmailLength)
  .custom((value: string, { error }) => (isMailAddress(value) ? value : error('string.email')));

export const nameCheck = Joi.string().trim().max(200);

/** A moment as filters take it; handlers see it in UTC. */
export const timeCheck = Joi.string()
  .max(40)
  .custom((value: string, { error }) => readFilterDate(value) ?? error('date.base'))
  .messages({ 'date.base': '{{#label}} must be a valid date' });
