// Institutions of higher education. No registry publishes the list itself, so the names are written here; a list of
// plain lines replaces them, while the civil service's table of degrees only shows where the two differ.
import type { Option } from '../options-sets/search-index.ts';
import { cleanText } from './clean-text.ts';
import { type ReadTableOptions, readTable, type TableShape } from './read-table.ts';
import { isRefusal, type Made, type Refusal } from './refusal.ts';

const institutionTable: TableShape<'name'> = {
  columns: { name: { names: ['institution_name'] } },
  linesAre: 'name',
};

export const institutions: readonly string[] = [
  'אוניברסיטת אריאל בשומרון',
  'אוניברסיטת בן-גוריון בנגב',
  'אוניברסיטת בר-אילן',
  'אוניברסיטת חיפה',
  'אוניברסיטת קריית שמונה בגליל',
  'אוניברסיטת רייכמן',
  'אוניברסיטת תל אביב',
  'האוניברסיטה העברית בירושלים',
  'האוניברסיטה הפתוחה',
  'הטכניון - מכון טכנולוגי לישראל',
  'מכון ויצמן למדע',
  'אפקה - המכללה האקדמית להנדסה בתל אביב',
  'בצלאל - אקדמיה לאמנות ועיצוב ירושלים',
  'האקדמיה למוסיקה ולמחול בירושלים',
  'המכללה האקדמית אחוה',
  'המכללה האקדמית אשקלון',
  'המכללה האקדמית גליל מערבי',
  'המכללה האקדמית הדסה',
  'המכללה האקדמית כנרת',
  'המכללה האקדמית להנדסה בראודה',
  'המכללה האקדמית להנדסה ע"ש סמי שמעון',
  'המכללה האקדמית ספיר',
  'המכללה האקדמית עמק יזרעאל ע"ש מקס שטרן',
  'המכללה האקדמית צפת',
  'המכללה האקדמית תל אביב-יפו',
  'המרכז האקדמי לב',
  'המרכז האקדמי רופין',
  'מכון טכנולוגי חולון',
  'עזריאלי - מכללה אקדמית להנדסה ירושלים',
  'שנקר - הנדסה. עיצוב. אמנות',
  'המכללה האקדמית לחברה ואמנויות',
  'המכללה האקדמית נתניה',
  'המכללה האקדמית רמת גן',
  'המסלול האקדמי המכללה למינהל',
  'המרכז האקדמי למשפט ולעסקים',
  'המרכז האקדמי פרס',
  'המרכז האקדמי שלם',
  'המרכז האקדמי שערי מדע ומשפט',
  'הקריה האקדמית אונו',
  'מכון שכטר למדעי היהדות',
  'אלקאסמי - מכללה אקדמית לחינוך',
  'אמונה - אפרתה, מכללה אקדמית לאמנויות ולחינוך',
  'המכללה האקדמית בית ברל',
  'המכללה האקדמית הדתית לחינוך שאנן',
  'המכללה האקדמית הערבית לחינוך בישראל - חיפה',
  'המכללה האקדמית לוינסקי-וינגייט',
  'המכללה האקדמית לחינוך אורות ישראל',
  'המכללה האקדמית לחינוך גבעת וושינגטון',
  'המכללה האקדמית לחינוך ע"ש א.ד. גורדון',
  'המכללה האקדמית לחינוך ע"ש דוד ילין',
  'המכללה האקדמית לחינוך ע"ש קיי',
  'המכללה האקדמית לחינוך אורנים',
  'המכללה האקדמית לחינוך תלפיות',
  'המרכז האקדמי לעיצוב ולחינוך ויצו חיפה',
  'חמדת הדרום - המכללה האקדמית לחינוך',
  'מכללה ירושלים',
  'מכללת הרצוג',
  'מכללת סכנין להכשרת עובדי הוראה',
  'סמינר הקיבוצים - המכללה לחינוך, לטכנולוגיה ולאמנויות',
];

export function makeInstitutionOptions(
  pages: readonly Uint8Array[],
  reading: ReadTableOptions = {},
): Made<Option> | Refusal {
  const table = readTable(pages, institutionTable, reading);
  if (isRefusal(table)) return table;
  const { badBytes, ending } = table;
  const names = [...new Set(table.rows.map((row) => cleanText(row.name)))].filter((name) => name !== '');
  if (table.isPlainLines) return { options: toOptions(names), warnings: badBytes, badBytes, ending };
  const unlisted = names.filter((name) => !institutions.includes(name));
  const warnings = unlisted.length === 0 ? [] : [`in the source but not in the list: ${unlisted.join('; ')}`];
  return { options: toOptions(institutions), warnings };
}

export function makeSeedInstitutionOptions(): Made<Option> {
  return { options: toOptions(institutions), warnings: [] };
}

function toOptions(names: readonly string[]): Option[] {
  return names.map((value) => ({ value }));
}
