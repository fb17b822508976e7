// The shapes of catalogues. Texts are data, one folder for each language: src/words/<language>/<area>.json. docs/translating.md
import type { languages } from './all/language.ts';

type Language = keyof typeof languages;

/** One text for each plural category of its language (Intl.PluralRules); a missing category reads as `other`. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export type Text = string | PluralText;

/** What any language has where English has `Catalogue`. */
export type Texts<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string
    ? string
    : keyof Catalogue[Key] extends Intl.LDMLPluralRule
      ? PluralText
      : Texts<Catalogue[Key]>;
};

export type Words<Catalogue> = Readonly<Record<Language, Texts<Catalogue>>>;
