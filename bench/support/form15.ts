// A form of 15 fields without rules, and one filling of it.
const input = (name: string, more: object = {}) => ({ type: 'fInput', name, label: `The ${name}`, ...more });

export const form15 = {
  name: 'Fifteen fields',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        input('firstName'),
        input('lastName'),
        input('email'),
        input('phone'),
        input('company'),
        input('age', { typeValidator: 'num' }),
        { type: 'fDate', name: 'birthDay' },
        { type: 'fRadio', name: 'status', options: ['single', 'married', 'other'] },
        { type: 'fSelect', name: 'country', options: ['FR', 'IL', 'US'] },
        { type: 'fCheckbox', name: 'topics', options: ['news', 'sport', 'music'] },
        { type: 'fBool', name: 'agrees' },
        { type: 'fRate', name: 'rating' },
        { type: 'cSection', name: 'address', secFlat: false, children: [input('street'), input('city')] },
        { type: 'fLngTxt', name: 'notes' },
      ],
    },
  },
};

export const submission15 = {
  firstName: 'Alice',
  lastName: 'Archer',
  email: 'alice@example.com',
  phone: '050-1234567',
  company: 'Archer and Daughters',
  age: 41,
  birthDay: '1984-05-01',
  status: 'married',
  country: 'IL',
  topics: ['news', 'music'],
  agrees: true,
  rating: 4,
  address: { street: '12 Long Road', city: 'Haifa' },
  notes: 'Please call before noon.\nThe bell does not work.',
};
