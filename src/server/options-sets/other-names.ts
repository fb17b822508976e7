// What else people call options of the maintained sets: short forms, former names, names in the other language. They help near searches
// and are never shown, stored or accepted as a value. Added when an index is built, so they need no refresh. Countries have theirs in
// their data (registries/country-other-names.ts). [options-sets.search.names]
import type { MaintainedSetKey } from './maintained-sets.ts';
import type { Option } from './segment.ts';

type Names = Readonly<Record<string, string>>;

/** By the Hebrew name of the city; several are separated by `|`. */
const cities: Names = {
  'אום אל-פחם': 'Umm al Fahm|Um el Fahem',
  אילת: 'Eilat',
  'באר שבע': 'ב"ש|Beersheba|Beer Sheva|Beersheva',
  'בית שאן': 'Beit Shean|Beisan',
  'בית שמש': 'Beit Shemesh',
  'ביתר עילית': 'Beitar Illit',
  'בני ברק': 'ב"ב|Bnei Brak',
  'בנימינה-גבעת עדה': 'Binyamina|Givat Ada',
  גבעתיים: 'Givatayim',
  'דאלית אל-כרמל': 'Daliyat al Karmel',
  'הוד השרון': 'הוד"ש|Hod Hasharon',
  הרצליה: 'Herzliya|Herzlia',
  'זכרון יעקב': 'Zichron Yaakov|Zikhron',
  חדרה: 'Hadera|Chadera',
  חולון: 'Holon|Cholon',
  חיפה: 'Haifa|Hefa',
  טבריה: 'Tiberias|Tverya|Tveria',
  'יקנעם עילית': 'Yokneam|Yokneam Illit',
  ירושלים: 'Jerusalem|Yerushalayim|אל קודס|Al Quds',
  'כפר סבא': 'כ"ס|Kfar Saba',
  כרמיאל: 'Karmiel|Carmiel',
  לוד: 'Lod|Lydda',
  'מגדל העמק': 'Migdal Haemek',
  'מודיעין עילית': 'Modiin Illit|קרית ספר|Kiryat Sefer',
  'מודיעין-מכבים-רעות': 'Modiin|Maccabim Reut',
  'מעלה אדומים': 'Maale Adumim',
  'מצפה רמון': 'Mitzpe Ramon',
  נהריה: 'Nahariya|Naharia',
  'נוף הגליל': 'נצרת עילית|Nazareth Illit|Upper Nazareth|Natzrat Ilit|Nof Hagalil',
  'נס ציונה': 'נ"צ|Ness Ziona|Nes Tziona',
  נצרת: 'Nazareth|אל נאסרה',
  נתניה: 'Netanya|Natania',
  עכו: 'Acre|Akko|Akka',
  עפולה: 'Afula',
  'פרדס חנה-כרכור': 'Pardes Hanna|Karkur',
  'פתח תקווה': 'פ"ת|Petah Tikva|Petach Tikva|מלאבס',
  צפת: 'Safed|Tzfat|Tsfat|Zfat',
  קיסריה: 'Caesarea|Keisarya',
  'קרית אונו': 'Kiryat Ono',
  'קרית ארבע': 'Kiryat Arba',
  'קרית אתא': 'Kiryat Ata|Kiryat Atta',
  'קרית ביאליק': 'Kiryat Bialik',
  'קרית גת': 'Kiryat Gat',
  'קרית טבעון': 'Kiryat Tivon|Tivon',
  'קרית ים': 'Kiryat Yam',
  'קרית מוצקין': 'Kiryat Motzkin',
  'קרית מלאכי': 'Kiryat Malachi',
  'קרית עקרון': 'Kiryat Ekron',
  'קרית שמונה': 'ק"ש|Kiryat Shmona',
  'ראש העין': 'Rosh Haayin',
  'ראש פינה': 'Rosh Pina',
  'ראשון לציון': 'ראשל"צ|Rishon Lezion',
  רחובות: 'Rehovot|Rechovot',
  רמלה: 'Ramla|Ramle',
  'רמת גן': 'ר"ג|Ramat Gan',
  'רמת השרון': 'רמה"ש|Ramat Hasharon',
  רעננה: 'Raanana',
  שדרות: 'Sderot',
  'תל אביב - יפו': 'ת"א|Tel Aviv|Jaffa|Yafo|Joppa|TLV',
};

/** By the code at the end of the value. */
const banks: Names = {
  3: 'Esh',
  4: 'Yahav',
  9: 'Postal Bank|Israel Post|הדואר',
  10: 'Leumi|בל"ל|BLL',
  11: 'Discount|IDB',
  12: 'Hapoalim|Poalim|פועלים|בנה"פ',
  13: 'אגוד|Igud|Union',
  14: 'Otzar Hahayal|אוצר החייל',
  17: 'Mercantile|מרכנתיל',
  18: 'One Zero|1Zero|וואן זירו',
  20: 'Mizrahi Tefahot|UMTB|טפחות',
  22: 'Citi|סיטי|סיטיבנק',
  23: 'HSBC|אייץ אס בי סי',
  26: 'U Bank|יו בנק|יובנק|Investec',
  31: 'FIBI|פיבי|First International|Beinleumi',
  39: 'SBI|State Bank of India',
  46: 'Massad|Masad',
  52: 'פאג"י|Pagi|Poalei Agudat Israel',
  54: 'Bank of Jerusalem|Bank Yerushalayim',
  99: 'BOI|Bank of Israel',
};

/** By a part of the name. */
const institutions: Names = {
  'אוניברסיטת אריאל': 'Ariel University',
  'אוניברסיטת חיפה': 'Haifa University|University of Haifa',
  'אוניברסיטת תל אביב': 'Tel Aviv University|TAU|אונ ת"א',
  אונו: 'Ono Academic College',
  אורנים: 'Oranim',
  'בית ברל': 'Beit Berl',
  'בן-גוריון': 'Ben Gurion University|BGU',
  בצלאל: 'Bezalel',
  'בר-אילן': 'Bar Ilan University|BIU',
  בראודה: 'Braude|ORT Braude',
  'דוד ילין': 'David Yellin',
  הדסה: 'Hadassah Academic College',
  'האוניברסיטה העברית': 'Hebrew University|HUJI|אוניברסיטה עברית',
  'האוניברסיטה הפתוחה': 'Open University|או"פ',
  הטכניון: 'Technion',
  'המכללה למינהל': 'COLMAN|College of Management|מכללה למנהל',
  'המרכז האקדמי לב': 'JCT|Lev Academic Center|מכון לב|מכון טל',
  וינגייט: 'Wingate',
  ויצמן: 'Weizmann Institute',
  'טכנולוגי חולון': 'HIT|Holon Institute of Technology',
  כנרת: 'Kinneret College',
  לוינסקי: 'Levinsky',
  'סמי שמעון': 'SCE|Sami Shamoon',
  'סמינר הקיבוצים': 'Seminar Hakibbutzim|Kibbutzim College',
  ספיר: 'Sapir College',
  עזריאלי: 'Azrieli College',
  'עמק יזרעאל': 'Emek Yezreel|Jezreel Valley College',
  'קריית שמונה בגליל': 'תל חי|Tel Hai',
  רופין: 'Ruppin',
  רייכמן: 'Reichman University|IDC Herzliya|המרכז הבינתחומי',
  שנקר: 'Shenkar',
  אפקה: 'Afeka',
};

/** By a part of the name: people whom other languages spell in their own way. */
const streets: Names = {
  איינשטיין: 'Einstein',
  אלנבי: 'Allenby',
  בלפור: 'Balfour',
  ביאליק: 'Bialik',
  וושינגטון: 'Washington',
  וייצמן: 'Weizmann',
  ויצמן: 'Weizmann',
  "ז'בוטינסקי": 'Jabotinsky',
  "המלך ג'ורג'": 'King George',
  לינקולן: 'Lincoln',
  מונטיפיורי: 'Montefiore',
  רוטשילד: 'Rothschild',
  "צ'רניחובסקי": 'Tchernichovsky',
};

const partsOf = (names: Names) => {
  const parts = Object.entries(names);
  return ({ value }: Option) => parts.flatMap(([part, other]) => (value.includes(part) ? [other] : [])).join('|');
};
const cityNames = ({ value }: Option) => cities[value] ?? '';
const bankNames = ({ value }: Option) => banks[value.slice(value.lastIndexOf('|') + 1).trim()] ?? '';

const namers: Partial<Record<MaintainedSetKey, (option: Option) => string>> = {
  cities: cityNames,
  taxLocalities: cityNames,
  citiesEnglish: ({ data }) => {
    const hebrew = String(data?.['heName'] ?? '');
    return [hebrew, cities[hebrew]].filter(Boolean).join('|');
  },
  streets: partsOf(streets),
  banks: bankNames,
  banksEnglish: bankNames,
  institutions: partsOf(institutions),
};

/** The options with their other names, as the search index reads them. */
export function withOtherNames(key: MaintainedSetKey, options: readonly Option[]): readonly Option[] {
  const namesOf = namers[key];
  if (namesOf === undefined) return options;
  return options.map((option) => {
    const names = namesOf(option);
    return names === '' ? option : { ...option, otherNames: names };
  });
}
