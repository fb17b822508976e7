// Forms, entries and an options set that the pictures show.

/** Answers the ids, of forms and of one entry of each by language. */
export async function makeSamples({ address, email, password }) {
  const call = await signIn({ address, email, password });
  const forms = {};
  const entries = {};
  for (const [look, texts] of Object.entries({ english, hebrew })) {
    const form = await call('POST', '/form', definitionOf(texts));
    forms[look] = form.id;
    for (let at = 0; at < 48; at++) {
      const { entryId } = await call('POST', '/entry/submit', { form: form.id, data: answerOf(texts, at) });
      entries[look] = entryId;
    }
    for (let at = 0; at < 3; at++) await call('POST', '/entry/save', { form: form.id, data: answerOf(texts, at) });
    for (const name of texts.otherForms)
      await call('POST', '/form', { ...definitionOf(texts), name, postSubmit: undefined });
  }
  const { id: set } = await call('POST', '/optionsSet', { name: 'Teams' });
  const names = ['Night Owls', 'Café Racers', 'Early Birds', 'River Rats', 'Hill Walkers'];
  await call('POST', `/optionsSet/${set}/addOptions`, {
    options: names.map((value, at) => ({ value, score: at, data: { league: 1 + (at % 2) } })),
  });
  await call('POST', '/user', { email: 'dana@example.com', name: 'Dana Levi', password: 'a long phrase for Dana' });
  await call('POST', '/api-keys', {});
  return { forms, entries, set };
}

async function signIn({ address, email, password }) {
  let token;
  const call = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) };
    const response = await fetch(`${address}/v1.0${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  ({ token } = await call('POST', '/auth/login', { email, password }));
  return call;
}

const english = {
  locale: 'en',
  name: 'Summer gathering',
  labels: {
    name: 'Full name',
    email: 'Email',
    day: 'Which day?',
    brings: 'I bring guests',
    guests: 'Guests',
    guest: 'Name',
    meal: 'Meal',
    keen: 'How much do you look forward to it?',
    notes: 'Anything else?',
  },
  days: ['Friday', 'Saturday', 'Sunday'],
  meals: [
    ['v', 'Vegetarian'],
    ['f', 'Fish'],
    ['m', 'Meat'],
  ],
  people: ['Ada Lovelace', 'Grace Hopper', 'Omar Haddad', 'Lin Wei', 'Maya Stern', 'Jo Park', 'Noor Aziz'],
  note: 'We come by train, about noon.',
  subject: 'Thank you, {{ model.name }}',
  text: 'Dear {{ model.name }},\n\nwe look forward to seeing you on {{ model.day }}.',
  otherForms: ['Contact us', 'Expense claim', 'Parental approval'],
};

const hebrew = {
  locale: 'he',
  name: 'מפגש קיץ',
  labels: {
    name: 'שם מלא',
    email: 'דואר אלקטרוני',
    day: 'באיזה יום?',
    brings: 'מגיעים איתי אורחים',
    guests: 'אורחים',
    guest: 'שם',
    meal: 'מנה',
    keen: 'כמה מצפים לזה?',
    notes: 'עוד משהו?',
  },
  days: ['יום שישי', 'שבת', 'יום ראשון'],
  meals: [
    ['v', 'צמחונית'],
    ['f', 'דג'],
    ['m', 'בשר'],
  ],
  people: ['דנה לוי', 'נועם כהן', 'יעל בר', 'איתי מזרחי', 'מאיה שטרן', 'רות אברהם', 'עומר חדד'],
  note: 'מגיעים ברכבת, בערך בצהריים.',
  subject: 'תודה, {{ model.name }}',
  text: 'שלום {{ model.name }},\n\nנתראה ב{{ model.day }}.',
  otherForms: ['צור קשר', 'החזר הוצאות'],
};

function definitionOf({ labels, ...texts }) {
  return {
    name: texts.name,
    locale: texts.locale,
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { type: 'fInput', name: 'name', label: labels.name, reqValidator: true },
          { type: 'fInput', name: 'email', label: labels.email, reqValidator: true, validators: ['str/email'] },
          { type: 'fRadio', name: 'day', label: labels.day, options: texts.days },
          { type: 'fBool', name: 'brings', label: labels.brings },
          {
            type: 'cRepeat',
            name: 'guests',
            label: labels.guests,
            relevant: 'model.brings',
            children: [
              { type: 'fInput', name: 'guest', label: labels.guest, reqValidator: true },
              { type: 'fSelect', name: 'meal', label: labels.meal, options: texts.meals },
            ],
          },
          { type: 'fRate', name: 'keen', label: labels.keen },
          { type: 'fLngTxt', name: 'notes', label: labels.notes },
        ],
      },
    },
    postSubmit: {
      emails: [{ to: ['{{ model.email }}'], subject: texts.subject, text: texts.text }],
      renders: [{ if: 'true' }],
    },
  };
}

function answerOf({ people, days, meals, note }, at) {
  const brings = at % 3 === 0;
  return {
    name: people[at % people.length],
    email: `guest${at}@example.com`,
    day: days[(at * at + (at % 5)) % days.length],
    brings,
    ...(brings && { guests: [{ guest: people[(at + 2) % people.length], meal: meals[at % meals.length][0] }] }),
    keen: [5, 4, 5, 3, 4, 5, 2][at % 7],
    ...(at % 4 === 0 && { notes: note }),
  };
}

/** A survey of another program, with things that do not come over as they were. */
export const foreignForm = {
  title: 'Visitor feedback',
  showProgressBar: 'top',
  elements: [
    { type: 'text', name: 'name', title: 'Your name', isRequired: true },
    { type: 'text', name: 'date', title: 'Day of the visit', inputType: 'date', visibleIf: '{date} <= today()' },
    { type: 'radiogroup', name: 'again', title: 'Would you come again?', choices: ['Yes', 'No'] },
    { type: 'comment', name: 'why', title: 'Why not?', visibleIf: "{again} = 'No'" },
    { type: 'rating', name: 'stars', title: 'How was it?', rateType: 'stars' },
    { type: 'imagemap', name: 'map', title: 'Where were you?' },
  ],
};
