// A form for journeys of the management app: labels that must stay texts, an email and a PDF for each submit.
import { root } from './entries.ts';

export const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202e';

const rootElem = root(
  { type: 'fInput', name: 'name', label: `Name ${hostile}`, reqValidator: true },
  { type: 'fRadio', name: 'meal', label: 'Meal', options: [['v', 'Vegetarian'], 'meat'] },
  { type: 'fDate', name: 'day', label: 'Day' },
  { type: 'fFile', name: 'files', label: 'Files' },
  { type: 'fLngTxt', name: 'note', label: 'Note' },
  { type: 'fInput', name: 'sixth', label: 'Sixth' },
);

export const guestsForm = {
  name: `Guests ${hostile}`,
  formSchema: { rootElem },
  postSubmit: {
    emails: [
      {
        to: ['guest@example.com'],
        subject: 'Hello {{ model.name }}',
        html: '<p style="color:red">Dear {{ model.name }}</p>',
      },
    ],
    renders: [{ if: 'true' }],
  },
  postEdit: { emails: [{ to: ['desk@example.com'], subject: 'Edited', text: 'x' }] },
};
