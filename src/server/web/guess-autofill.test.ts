import { expect, test } from 'vitest';
import { guessPurpose } from './guess-autofill.ts';

test.each([
  ['name', '', 'name'],
  ['q1', 'Full name', 'name'],
  ['q1', 'First name:', 'given-name'],
  ['lastName', '', 'family-name'],
  ['q1', 'Your e-mail address', 'email'],
  ['q1', 'Mobile phone', 'tel'],
  ['q1', 'Street address', 'street-address'],
  ['city', 'City / town', 'address-level2'],
  ['zip', 'ZIP', 'postal-code'],
  ['q1', 'Country', 'country-name'],
  ['q1', 'Company name', 'organization'],
  ['q1', 'שם פרטי', 'given-name'],
  ['q1', 'שם משפחה', 'family-name'],
  ['q1', 'שם מלא *', 'name'],
  ['q1', 'דוא"ל', 'email'],
  ['q1', 'כתובת דואר אלקטרוני', 'email'],
  ['q1', 'טלפון נייד', 'tel'],
  ['q1', 'כתובת', 'street-address'],
  ['q1', 'עיר', 'address-level2'],
  ['q1', 'מיקוד', 'postal-code'],
  ['q1', 'מדינה', 'country-name'],
  ['q1', 'שם החברה', 'organization'],
  ["child's name", "Child's name", undefined],
  ['q1', 'Name of your school', undefined],
  ['q1', 'Email of a colleague', undefined],
  ['q1', 'Birthday', undefined],
  ['product', 'שם המוצר', undefined],
])('[forms.elements.autocomplete] %s "%s" asks for %s', (name, label, purpose) => {
  expect(guessPurpose({ type: 'fInput', name, label })).toBe(purpose);
});

test('[forms.elements.autocomplete] dates ask for birthdays, lists for countries, others for nothing', () => {
  expect(guessPurpose({ type: 'fDate', name: 'born', label: 'Date of birth' })).toBe('bday');
  expect(guessPurpose({ type: 'fDate', name: 'born', label: 'תאריך לידה' })).toBe('bday');
  expect(guessPurpose({ type: 'fDate', name: 'city' })).toBe(undefined);
  expect(guessPurpose({ type: 'fSelect', name: 'country', options: ['Israel'] })).toBe('country-name');
  expect(guessPurpose({ type: 'fSelect', name: 'name', options: ['Dana'] })).toBe(undefined);
  expect(guessPurpose({ type: 'fInput', name: 'phone', typeValidator: 'num' })).toBe(undefined);
  expect(guessPurpose({ type: 'fFile', name: 'name' })).toBe(undefined);
});
