// What comes before every layout, the owner's and ours: fonts, language and a title, which PDF/UA asks for. A layout may set
// all of them otherwise. It is a file of its own, so that the lines in an error message are the layout's.

import { fontFamilies } from './font-files.ts';

export const layoutMain = `#let start = json("/entry.json")
#set document(title: start.form.title)
#set text(font: (${fontFamilies.map((family) => JSON.stringify(family)).join(', ')}), lang: start.form.locale)
#include "/layout.typ"
`;
