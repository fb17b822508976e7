// Whole forms of other programs, as they come out here.
import { expect, test } from 'vitest';
import { formioJson } from '../../test/support/foreign-forms/formio-json.ts';
import { googleJson } from '../../test/support/foreign-forms/google-json.ts';
import { householdWorkbook } from '../../test/support/foreign-forms/household-workbook.ts';
import { surveyJson } from '../../test/support/foreign-forms/survey-json.ts';
import { outlineForm } from '../../test/support/outline-form.ts';
import type { FormDefinition } from '../core/definition/form-definition.ts';
import { importForm, type Note } from './import-form.ts';

const settings = ({ formSchema: _, ...rest }: FormDefinition) => rest;
const said = (notes: readonly Note[]) => notes.map(({ where, code }) => `${where} | ${code}`);

test('[forms.import] [forms.import.notes] an XLSForm workbook', async () => {
  const { form, notes, kind } = await importForm({ bytes: householdWorkbook() });
  expect(kind).toBe('xlsform');
  expect(settings(form)).toEqual({ locale: 'en', name: 'Household visit', display: 'steps' });
  expect(outlineForm(form)).toEqual([
    `cSection person label="About you"`,
    `  fInput name label="Your name" help="As in your passport" reqValidator=true`,
    `  fInput age label="Age" typeValidator="num" validators=["num/integer",{"type":"num/min","value":0,"message":"Between 0 and 120"},{"type":"num/max","value":120,"message":"Between 0 and 120"}] reqValidator=true`,
    `  fRadio region label="Region" options=[["north","North"],["south","South"]]`,
    `  fRadio city label="City" options="{north: [['haifa', 'Haifa'], ['tiberias', 'Tiberias']], south: [['eilat', 'Eilat']]}[model.region]" relevant="model.region != null" reqValidator={"req":"model.region != null"}`,
    `fCheckbox topics label="What interests you?" otherOption=true options=[["news","News"],["sport","Sport"]] validators=[{"type":"arr/maxLength","value":2,"message":"Two at most"}]`,
    `fCheckbox order label="Put them in order" ranked=true options=[["news","News"],["sport","Sport"]] relevant="model.topics.includes('news')"`,
    `fMatrix opinion label="What do you think?" matrixQuestions=[["price","The price"],["speed","The speed"]] options=[["good","Good"],["bad","Bad"]]`,
    `fLngTxt why_bad label="Why is the price bad?" relevant="model.opinion.price == 'bad'"`,
    `eText hello text="Hello {{ model.name }}, you are {{ model.age }}."`,
    `cRepeat children label="Children" repMaxRows=100 relevant="(model.age >= 18 ? 1 : 0) == 1"`,
    `  fInput child_name label="Name of the child" reqValidator=true`,
    `  fDate child_born label="Born on"`,
    `fInput stars label="How was it?" typeValidator="num" inputStyle="slider" step=2 validators=["num/integer",{"type":"num/min","value":0},{"type":"num/max","value":10}]`,
    `fInput place label="Where are you?"`,
    `fFile photo label="A photo" fileMaxNum=1 fileTypes=["image/*"]`,
    `fBool agreed label="I agree"`,
  ]);
  expect(said(notes)).toEqual([
    ` | languages`,
    `survey 2 (start) | deviceFact`,
    `survey 9 (is_adult) | calculationHidden`,
    `survey 18 (children) | rowsLimited`,
    `survey 20 (child_born) | constraint`,
    `survey 23 (place) | asText`,
    `settings | setting`,
    `settings | setting`,
  ]);
});

test('[forms.import] [forms.import.notes] SurveyJS', async () => {
  const { form, notes, kind } = await importForm({ text: JSON.stringify(surveyJson) });
  expect(kind).toBe('surveyjs');
  expect(settings(form)).toEqual({
    name: 'Product feedback',
    locale: 'en',
    display: 'steps',
    postSubmit: { ui: [{ type: 'message', text: 'Thank you, {{ model.name }}!' }] },
  });
  expect(outlineForm(form)).toEqual([
    `cSection about label="About you"`,
    `  fInput name label="Your name" validators=[{"type":"str/maxLength","value":50}] reqValidator=true`,
    `  fInput email label="Email" validators=["str/email"]`,
    `  fDate birthday label="Birthday"`,
    `  fBool uses it label="Do you use it?"`,
    `cSection use relevant="model['uses it'] == true"`,
    `  fCheckbox features label="Which features?" otherOption="Something else" options=["search",["2","Export"]]`,
    `  fRate nps label="Would you recommend it?" rateMax=10 rateStyle="numbers" rateMin=0 rateLow="Never" rateHigh="Surely"`,
    `  fLngTxt why label="Why?" reqValidator={"req":"model.features.includes('search')"} relevant="model.nps != null && model.nps <= 6"`,
    `  fMatrix opinion label="Your opinion" matrixQuestions=[["price","price"],["speed","How fast?"]] options=[["good","good"],["bad","bad"]] reqValidator=true`,
    `  fInput cheaper label="What should it cost?" typeValidator="num" validators=[{"type":"num/min","value":1,"message":"From 1 to 100"},{"type":"num/max","value":100,"message":"From 1 to 100"}] relevant="model.opinion.price == 'bad'"`,
    `  cRepeat orders label="Orders" repMaxRows=5`,
    `    fInput product label="Product"`,
    `    fInput count label="How many?" typeValidator="num" relevant="row.product != null"`,
    `  eEq total label="All together" eq="fn.sum(model.orders, 'count')"`,
    `  fCheckbox order label="Put in order" ranked=true options=["a","b"]`,
    `  fRadio animal label="Which one?" options=["cat"]`,
    `  eText bye html="<p>Thank you, <b>{{ model.name }}</b>.</p>" text="Thank you, {{ model.name }}."`,
    `  fDate late label="Since when?"`,
  ]);
  expect(said(notes)).toEqual([
    ` | languages`,
    ` | settingLooks`,
    `late | relevant`,
    `email | layout`,
    `animal | optionPart`,
    `total | calculationShown`,
    `completedHtml | property`,
  ]);
});

test('[forms.import] [forms.import.notes] Form.io', async () => {
  const { form, notes, kind } = await importForm({ text: JSON.stringify(formioJson) });
  expect(kind).toBe('formio');
  expect(settings(form)).toEqual({
    page: { submitText: 'Register' },
    name: 'Event registration',
    locale: 'en',
    display: 'steps',
  });
  expect(outlineForm(form)).toEqual([
    `cSection who label="Who"`,
    `  fInput name label="Name" reqValidator=true validators=[{"type":"str/maxLength","value":80}]`,
    `  fInput email label="Email" help="We send the ticket there." validators=["str/email"]`,
    `  fInput phone label="Phone" validators=["str/phone"] phoneCountry="US"`,
    `  cRow columns`,
    `    |`,
    `      fInput adults label="Adults" typeValidator="num" validators=[{"type":"num/min","value":1},{"type":"num/max","value":9}] initialValue=1`,
    `    |`,
    `      fInput kids label="Children" typeValidator="num"`,
    `  eEq total label="Together" eq="model.adults + model.kids"`,
    `cSection what label="What"`,
    `  fCheckbox days label="Days" options=[["mon","Monday"],["tue","Tuesday"]]`,
    `  fRadio meal label="Meal" options=[["meat","Meat"],["veg","No meat"]] relevant="model.days.includes('mon')"`,
    `  fLngTxt allergies label="Allergies" relevant="model.meal == 'veg'"`,
    `  fBool hotel label="I need a room" relevant="model.adults > 1 && model.days.includes('tue')"`,
    `  fInput city label="City"`,
    `  fMatrix opinion label="Last time" matrixQuestions=[["food","The food"]] options=[["good","Good"],["bad","Bad"]]`,
    `  fInput code label="Code" validators=[{"type":"str/pattern","value":"^(?:[A-Z]{3})$"},{"type":"expr","value":"value != model.name","message":"Not your name"}]`,
    `  cRepeat guests label="Guests" repMaxRows=100`,
    `    fInput guestName label="Name"`,
    `    fDate born label="Born" relevant="row.guestName != null"`,
    `  fInput shout label="Shout"`,
  ]);
  expect(said(notes)).toEqual([
    `city | optionsElsewhere`,
    `guests | rowsLimited`,
    `shout | calculationOfField`,
    `shout | trigger2`,
    `total | calculationShown`,
  ]);
});

test('[forms.import] [forms.import.notes] the Google Forms API', async () => {
  const { form, notes, kind } = await importForm({ text: JSON.stringify(googleJson) });
  expect(kind).toBe('google');
  expect(settings(form)).toEqual({ display: 'steps', name: 'Course feedback', locale: 'en' });
  expect(outlineForm(form)).toEqual([
    `cSection section1`,
    `  eText description text="Takes two minutes."`,
    `  fRadio wereYouThere label="Were you there?" options=["Yes","No","Only online"] reqValidator=true`,
    `cSection section2 label="The room" help="Where it was" relevant="!['No', 'Only online'].includes(model.wereYouThere)"`,
    `  fRate howWasTheRoom label="How was the room?" rateStyle="numbers" rateMax=5 rateLow="Bad" rateHigh="Good"`,
    `cSection section3 label="The course" relevant="model.wereYouThere != 'No'"`,
    `  fCheckbox whatDidYouLike label="What did you like?" options=["Teacher","Food"] otherOption=true`,
    `  fMatrix rateEach label="Rate each" matrixQuestions=[["length","Length"],["speed","Speed"]] options=["Good","Bad"] reqValidator=true`,
    `  cSection whichDays label="Which days?"`,
    `    fCheckbox morning label="Morning" options=["Mon","Tue"]`,
    `  fLngTxt anythingElse label="Anything else?"`,
    `  fFile upload label="Upload" fileTypes=["application/pdf","image/*"] fileMaxNum=3 fileMaxSize=10485760`,
    `  fDate when label="When?"`,
    `  fRate stars label="Stars" rateMax=7`,
  ]);
  expect(said(notes)).toEqual([
    ` | setting`,
    `7 (Which days?) | manyInMatrix`,
    `11 (A film) | video`,
    `3 (How was the room?) | grading`,
    `5 (What did you like?) | shuffled`,
    `9 (Upload) | property`,
  ]);
});
