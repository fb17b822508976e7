// Every starting form, in both languages: a definition without a fault, which a person can fill.
import { expect, test } from 'vitest';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element, JsonObject } from '../../../core/definition/form-definition.ts';
import { compileForm } from '../../../core/plan/compile-form.ts';
import { compileTools } from '../../../core/plan/compile-tools.ts';
import { validateEntry } from '../../../core/validation/validate-entry.ts';
import { translator } from '../../texts.ts';
import { gallery } from './gallery.ts';
import { makeFromGallery } from './gallery-form.ts';

type PickText = (en: string, he: string) => string;

const owner = 'owner@example.com';
const signature = { strokes: [{ cWidth: 300, cHeight: 100, points: [{ x: 1, y: 2, time: 0 }] }] };
const file = (name: string, type: string) => [
  { name, size: 10, type, storageKey: 'a/b/c', storageBucket: 'formstead', url: 'https://forms.test/storage/a/b/c' },
];
const person = { name: 'Dana', email: 'dana@example.com', phone: '050-1234567' };

/** What a person sends, and for each rule that must hold somebody who breaks it: the fields that are then at fault. */
const fillings: Record<string, (text: PickText) => { good: JsonObject; bad: [JsonObject, string[]][] }> = {
  contact: (text) => {
    const good = { ...person, answerBy: 'email', topic: text('A question', 'שאלה'), message: 'Hello' };
    return {
      good,
      bad: [
        [{ ...good, email: null }, ["model['email']"]],
        [{ ...good, answerBy: 'phone', phone: null, email: null }, ["model['phone']"]],
        [{ ...good, topic: 'Gossip' }, ["model['topic']"]],
      ],
    };
  },
  'event-registration': (text) => {
    const meal = text('Fish', 'דגים');
    const good = {
      ...person,
      comes: 'yes',
      meal,
      guests: [{ guestName: 'Omer', guestMeal: meal }],
      needs: 'No stairs',
    };
    return {
      good,
      bad: [
        [{ ...good, guests: [{ guestName: 'Omer' }] }, ["model['guests'][0]['guestMeal']"]],
        [{ ...good, email: 'dana' }, ["model['email']"]],
      ],
    };
  },
  feedback: (text) => {
    const answer = text('Good', 'טוב');
    const details = { welcome: answer, quality: answer, time: answer, price: answer };
    const good = { overall: 4, details, liked: 'The cake', recommends: 9, mayAsk: true, email: person.email };
    return {
      good,
      bad: [
        [{ ...good, overall: 1, liked: null }, ["model['wrong']"]],
        [{ ...good, email: null }, ["model['email']"]],
      ],
    };
  },
  'job-application': () => {
    const good = {
      ...person,
      position: 'other',
      whichPosition: 'Baker',
      link: 'https://example.com/',
      from: '2030-01-01T00:00:00.000Z',
      cv: file('cv.pdf', 'application/pdf'),
      jobs: [{ employer: 'Bakery', role: 'Baker', years: 3 }],
      why: 'Bread',
      agrees: true,
    };
    return {
      good,
      bad: [
        [{ ...good, agrees: false }, ["model['agrees']"]],
        [{ ...good, agrees: null }, ["model['agrees']"]],
        [{ ...good, cv: null, whichPosition: null }, ["model['whichPosition']", "model['cv']"]],
        [{ ...good, cv: file('cv.exe', 'application/x-msdownload') }, ["model['cv']"]],
      ],
    };
  },
  order: () => {
    const address = { street: 'Herzl 1', city: 'Haifa' };
    const computed = { goods: 27, total: 47 };
    const answers = { bread: 2, cookies: 1, delivery: 'home', address, day: '2030-01-01T00:00:00.000Z', ...person };
    const good = { ...answers, ...computed };
    return {
      good,
      bad: [
        [{ ...good, bread: null, cookies: 0 }, ["model['bread']", "model['cake']"]],
        [{ ...good, address: null }, ["model['address']['street']", "model['address']['city']"]],
        [{ ...good, cake: 1.5 }, ["model['cake']"]],
      ],
    };
  },
  consent: () => {
    const good = {
      ...person,
      idNumber: '123456782',
      signsFor: 'self',
      understood: true,
      takesPart: true,
      mayPhotograph: false,
      day: '2030-01-01T00:00:00.000Z',
      signature: signature as unknown as JsonObject,
    };
    return {
      good,
      bad: [
        [{ ...good, takesPart: false, signature: null }, ["model['takesPart']", "model['signature']"]],
        [{ ...good, signsFor: 'other' }, ["model['caresFor']"]],
      ],
    };
  },
  intake: (text) => {
    const good = {
      ...person,
      born: '1990-01-01T00:00:00.000Z',
      emergency: { name: 'Omer', phone: '050-7654321' },
      reason: 'A cough',
      conditions: [text('Asthma', 'אסתמה'), 'other'],
      otherCondition: 'Hay fever',
      hasAllergies: 'no',
      takesMedicine: 'yes',
      medicines: [{ medicineName: 'Inhaler', dose: 'Daily' }],
      isTrue: true,
      mayKeep: true,
      signature: signature as unknown as JsonObject,
    };
    return {
      good,
      bad: [
        [{ ...good, medicines: null }, ["model['medicines']"]],
        [{ ...good, hasAllergies: 'yes' }, ["model['allergies']"]],
        [{ ...good, otherCondition: null }, ["model['otherCondition']"]],
      ],
    };
  },
  'school-trip': (text) => {
    const good = {
      childName: 'Noa',
      class: text('4A', 'ד׳1'),
      parentName: 'Dana',
      phone: person.phone,
      approves: 'yes',
      hasHealthIssue: 'no',
      swims: true,
      food: text('Everything', 'הכול'),
      contacts: [{ contactName: 'Omer', contactPhone: '050-7654321' }],
      signature: signature as unknown as JsonObject,
    };
    return {
      good,
      bad: [
        [{ ...good, contacts: null }, ["model['contacts']"]],
        [{ ...good, hasHealthIssue: 'yes' }, ["model['healthIssue']"]],
        [{ ...good, approves: 'no', signature: null }, ["model['signature']"]],
      ],
    };
  },
  'expense-claim': (text) => {
    const day = '2030-01-01T00:00:00.000Z';
    const train = { day, kind: text('Travel', 'נסיעות'), amount: 30 };
    const hotel = { day, kind: 'other', what: 'Parking', amount: 480, receipt: file('r.png', 'image/png') };
    const good = {
      name: 'Dana',
      email: person.email,
      purpose: 'A fair',
      expenses: [train, hotel],
      advance: 100,
      manager: 'Omer',
      isTrue: true,
      spent: 510,
      due: 410,
    };
    return {
      good,
      bad: [
        [{ ...good, expenses: [train, { ...hotel, receipt: null }] }, ["model['expenses'][1]['receipt']"]],
        [{ ...good, manager: null }, ["model['manager']"]],
        [{ ...good, expenses: [{ ...train, amount: -1 }], manager: null }, ["model['expenses'][0]['amount']"]],
      ],
    };
  },
  'service-request': (text) => {
    const good = { kind: text('Water', 'מים'), where: 'Kitchen', what: 'It drips', urgency: 'week', ...person };
    return {
      good,
      bad: [
        [{ ...good, urgency: null }, ["model['urgency']"]],
        [{ ...good, isDangerous: true, urgency: null, phone: null }, ["model['phone']"]],
      ],
    };
  },
};

const cases = gallery.flatMap((item) => (['en', 'he'] as const).map((locale) => ({ item, locale, key: item.key })));

test.each(cases)(
  '[management] gallery: $key in $locale: a faultless form, a filling that passes, others that do not',
  async (one) => {
    const { item, locale } = one;
    const form = makeFromGallery(await item.load(), { locale, owner });
    expect(checkForm(form)).toEqual([]);
    expect([form.locale, form.postSubmit?.emails?.[0]?.to, form.postSubmit?.ui?.[0]?.type]).toEqual([
      locale,
      [owner],
      'message',
    ]);
    const plan = compileForm(form, compileTools);
    const check = (data: JsonObject) =>
      validateEntry(plan, data, { rules: 'all', context: { cleanHtml: (html) => html } });
    const { good, bad } = fillings[item.key]!((en, he) => (locale === 'he' ? he : en));
    const { data, messages } = check(good);
    expect(messages).toEqual([]);
    // Every key is a field of the form, and what was sent is what is kept.
    expect(Object.keys(data).sort()).toEqual(Object.keys(good).sort());
    for (const name of ['goods', 'total', 'spent', 'due']) expect(data[name]).toEqual(good[name]);
    for (const [input, paths] of bad) {
      expect([...new Set(check(input).messages.map(({ modelPath }) => modelPath))]).toEqual(paths);
    }
  },
);

test.each(cases)(
  '[management] gallery: $key in $locale: every field has a label, in its language',
  async ({ item, locale }) => {
    const form = makeFromGallery(await item.load(), { locale, owner });
    const labels = fieldsIn(form.formSchema!.rootElem!).map(({ label = '', name }) => ({ label, name }));
    expect(labels.length).toBeGreaterThan(4);
    const isHebrew = (text: string) => /[\u05d0-\u05ea]/.test(text);
    expect(labels.filter(({ label }) => label === '' || isHebrew(label) !== (locale === 'he'))).toEqual([]);
    expect(
      [form.name!, translator('gallery/title', locale)(item.key), translator('gallery/about', locale)(item.key)].map(
        isHebrew,
      ),
    ).toEqual(Array(3).fill(locale === 'he'));
  },
);

test('[management] gallery: without an address nobody is told, and the person who fills still is', async () => {
  const event = gallery.find(({ key }) => key === 'event-registration')!;
  const { postSubmit } = makeFromGallery(await event.load(), { locale: 'en', owner: '' });
  expect(postSubmit?.emails?.map(({ to, replyTo }) => [to, replyTo])).toEqual([[['{{ model.email }}'], []]]);
});

function fieldsIn(element: Element): Element[] {
  const below = (element.children ?? []).flat().flatMap((child) => fieldsIn(child as Element));
  return /^(f|eEq)/.test(element.type) ? [element, ...below] : below;
}
