// The only words that stand for an answer without words of its own, in English.

export const englishWords = { yes: 'Yes', no: 'No', signed: 'Signed', rate: '{0} of {1}' };

export type Words = Readonly<Record<keyof typeof englishWords, string>>;
