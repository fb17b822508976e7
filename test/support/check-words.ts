// What is wrong with a file of words, beside the English one.

export type WordFile = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function findProblems(locale: string, english: WordFile, words: WordFile): string[] {
  const texts = flatten(words);
  const ofEnglish = flatten(english);
  const problems = Object.entries(ofEnglish).flatMap(([key, text]) => {
    const own = texts[key];
    if (own === undefined) return [`${key}: is missing`];
    // A text that is empty on purpose is so in English too.
    if (own === '' && text !== '') return [`${key}: is empty`];
    return [...placeholderProblems(key, text, own), ...pluralProblems(locale, key, own)];
  });
  const strange = Object.keys(texts).filter((key) => ofEnglish[key] === undefined);
  return [...problems, ...strange.map((key) => `${key}: is not in English`)];
}

function flatten(words: WordFile): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([section, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );
}

function placeholderProblems(key: string, english: string | undefined, own: string): string[] {
  const [expected, actual] = [placeholders(english ?? ''), placeholders(own)];
  return expected.join() === actual.join()
    ? []
    : [`${key}: has the placeholders ${actual.join(' ') || 'none'} instead of ${expected.join(' ') || 'none'}`];
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([whole]) => whole))].sort();
}

function pluralProblems(locale: string, key: string, text: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const most = pluralCategories.filter(
    (category) => category === 'one' || category === 'two' || category === 'other',
  ).length;
  return [...text.matchAll(/\[([^[\]]*\|[^[\]]*)\]/g)]
    .map(([, forms = '']) => forms.split('|').length)
    .filter((count) => count < 2 || count > most)
    .map((count) => `${key}: has ${count} plural forms; ${locale} takes ${most === 2 ? '2' : `2 or ${most}`}`);
}
