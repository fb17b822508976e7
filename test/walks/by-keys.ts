// A question that is answered by keys alone: Tab to it, its own keys, Tab to the button, Enter. [fill-links.keys]
import { makeForm, root } from '../support/entries.ts';
import type { Walk } from './journey.ts';
import type { Kind } from './kinds.ts';

/** What was meant, and what is stored. */
export async function answerByKeys(kind: Kind, locale: 'en' | 'he', { person, service, network }: Walk) {
  const question = { ...kind.element, name: 'q', label: 'Question' };
  const form = await makeForm(service, { locale, page: { hideSave: true }, formSchema: { rootElem: root(question) } });
  const { engine } = person;
  await engine.go(`${network.url}/f/${form}/`);
  await person.shows('.field');
  await person.until('return document.querySelector(".loading") === null');
  const tabTo = async (selector: string) => {
    const isThere = () => engine.run<boolean>('return document.activeElement.closest(arguments[0]) !== null', selector);
    for (let tries = 0; tries < 40; tries += 1) {
      await person.keys('Tab');
      if (await isThere()) return;
    }
    throw new Error(`Tab does not lead to ${selector}.`);
  };
  await tabTo('.field');
  const meant = await kind.keys?.(person);
  await tabTo('button.primary');
  await person.keys('Enter');
  await person.until('return document.querySelector(".thank-you, .summary") !== null');
  if (!(await person.has('.thank-you'))) throw new Error(await person.text());
  const { key } = service.people.alice;
  const { body } = await service.call('GET', '/entry', { key, query: { query: { form } } });
  return { meant, stored: body.data[0]?.data.q as unknown };
}
