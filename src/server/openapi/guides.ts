// The guides that the reference leads to. They are served beside it, so that they are those of this version.
// [conventions.document.guides]
type Json = Record<string, unknown>;

/** Documents of docs/ that are served, by their names without `.md`. */
export const guideNames = [
  'integrate',
  'form-language',
  'expressions',
  'errors',
  'limits',
  'options-sets',
  'pdf-layouts',
  'sign-in',
  'audit',
  'fill-page',
  'embedding',
  'files-pdfs-emails',
  'odata',
  'agents',
  'relay',
  'import-forms',
  'forms-as-code',
] as const;

export type GuideName = (typeof guideNames)[number];

export const guides = Object.fromEntries(guideNames.map((name) => [name, `/docs/guides/${name}.md`])) as Readonly<
  Record<GuideName, string>
>;

interface TagFacts {
  readonly description: string;
  readonly guide: GuideName;
}

const tags: Readonly<Record<string, TagFacts>> = {
  'Identity and keys': { description: 'Logging in, API keys, people and the account.', guide: 'sign-in' },
  Audit: { description: 'Who changed, exported or deleted what.', guide: 'audit' },
  Forms: { description: 'Forms, their definitions and what came of them.', guide: 'form-language' },
  Views: { description: 'Saved views of the entries of a form.', guide: 'form-language' },
  Entries: { description: 'What people fill in: saving, submitting, listing, editing, exporting.', guide: 'integrate' },
  'Options sets': { description: 'Searchable lists of options.', guide: 'options-sets' },
  Files: { description: 'Uploading files to storage.', guide: 'files-pdfs-emails' },
};

export function tagFacts(names: readonly string[], origin: string): Json[] {
  return names.map((name) => {
    const facts = tags[name];
    if (facts === undefined) return { name, description: `${name}.` };
    const { description, guide } = facts;
    return { name, description, externalDocs: { description: 'Guide', url: `${origin}${guides[guide]}` } };
  });
}
