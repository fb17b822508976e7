// Searches for banks, branches, countries and institutions as people type them: see natural-queries.ts.

export const registerQueries = {
  banks: `
    לאומי → בנק לאומי לישראל בע"מ | 10
    בנק לאומי → בנק לאומי לישראל בע"מ | 10
    לאומי בנק → בנק לאומי לישראל בע"מ | 10
    לומי → בנק לאומי לישראל בע"מ | 10
    פועלים → בנק הפועלים בע"מ | 12
    בנק פועלים → בנק הפועלים בע"מ | 12
    הפועלים → בנק הפועלים בע"מ | 12
    דיסקונט → בנק דיסקונט לישראל בע"מ | 11
    דיסקאונט → בנק דיסקונט לישראל בע"מ | 11
    בנק דיסקונט → בנק דיסקונט לישראל בע"מ | 11
    מזרחי → בנק מזרחי טפחות בע"מ | 20
    מזרחי-טפחות → בנק מזרחי טפחות בע"מ | 20
    טפחות מזרחי → בנק מזרחי טפחות בע"מ | 20
    בנק המזרחי → בנק מזרחי טפחות בע"מ | 20
    בינלאומי → בנק הבינלאומי הראשון לישראל בע"מ | 31
    הבנק הבינלאומי → בנק הבינלאומי הראשון לישראל בע"מ | 31
    הבינלאומי → בנק הבינלאומי הראשון לישראל בע"מ | 31
    יהב → בנק יהב לעובדי המדינה בע"מ | 4
    אוצר החיל → בנק אוצר החייל בע"מ | 14
    אוצר החייל → בנק אוצר החייל בע"מ | 14
    מרכנתיל → בנק מרכנתיל דיסקונט בע"מ | 17
    מרקנטיל → בנק מרכנתיל דיסקונט בע"מ | 17
    פאג"י → בנק פועלי אגודת ישראל בע"מ | 52
    פועלי אגודת → בנק פועלי אגודת ישראל בע"מ | 52
    מסד → בנק מסד בע"מ | 46
    וואן זירו → One Zero - הבנק הדיגיטלי בע"מ | 18
    one zero → One Zero - הבנק הדיגיטלי בע"מ | 18
    הבנק הדיגיטלי → One Zero - הבנק הדיגיטלי בע"מ | 18
    יו בנק → יובנק בע"מ | 26
    citi bank → Citibank | 22
    ktunh → בנק לאומי לישראל בע"מ | 10
    31 → בנק הבינלאומי הראשון לישראל בע"מ | 31
    ירושלים בנק → בנק ירושלים בע"מ | 54
    `,
  banksEnglish: `
    leumi → Bank Leumi Le-Israel B.M | 10
    bank leumi → Bank Leumi Le-Israel B.M | 10
    leumi bank → Bank Leumi Le-Israel B.M | 10
    hapoalim → Bank Hapoalim B.M | 12
    poalim → Bank Hapoalim B.M | 12
    ha-poalim → Bank Hapoalim B.M | 12
    hapoelim → Bank Hapoalim B.M | 12
    mizrahi → Mizrahi Tefahot Bank Ltd | 20
    mizrachi → Mizrahi Tefahot Bank Ltd | 20
    bank mizrahi → Mizrahi Tefahot Bank Ltd | 20
    discount → Israel Discount Bank Ltd | 11
    discount bank → Israel Discount Bank Ltd | 11
    bank discount israel → Israel Discount Bank Ltd | 11
    first international → The First International Bank of Israel Ltd | 31
    international bank → The First International Bank of Israel Ltd | 31
    yahav → Bank Yahav for Government Employees Ltd | 4
    otsar hahayal → Bank Otsar Ha-hayal Ltd | 14
    otzar hahayal → Bank Otsar Ha-hayal Ltd | 14
    jerusalem bank → Bank of Jerusalem Ltd | 54
    masad → Bank Massad Ltd | 46
    u bank → UBank Ltd | 26
    hsbc → HSBC BANK plc | 23
    `,
  branches: `
    טלבנק → טלבנק | 219 | האצ"ל 53, ראשון לציון
    האצל ראשון לציון → טלבנק | 219 | האצ"ל 53, ראשון לציון
    אצ״ל 53 → טלבנק | 219 | האצ"ל 53, ראשון לציון
    ברודצקי → אינשטיין | 833 | ברודצקי 43, תל אביב -יפו
    איינשטיין ברודצקי → אינשטיין | 833 | ברודצקי 43, תל אביב -יפו
    ויצמן 75 כפר סבא → כפר סבא | 54 | ויצמן 75, כפר סבא
    ויצמן כפר-סבא → כפר סבא | 54 | ויצמן 75, כפר סבא
    האפוטרופוס → האפוטרופוס הכללי | 994 | דוד המלך 19, ירושלים
    אפוטרופוס כללי → האפוטרופוס הכללי | 994 | דוד המלך 19, ירושלים
    צאלון מודיעין → צאלון | 691 | צאלון 21 מודיעין, מודיעין-מכבים-רעות*
    מיטב דש 13 → מיטב ד"ש 13 קופ"ג | 653 | ששת הימים 30, בני ברק
    פארק עסקים חולון → פארק עסקים חולון | 419 | הרוקמים 26, חולון
    הרוקמים חולון → פארק עסקים חולון | 419 | הרוקמים 26, חולון
    יבנה דואני → יבנה | 762 | שד' דואני 46, יבנה
    ביאליק 32 רמת גן → רמת גן | 613 | ביאליק 32, רמת גן
    613 → רמת גן | 613 | ביאליק 32, רמת גן
    רבין טבריה → טבריה | 324 | ככר רבין (רסקו) 1, טבריה
    `,
  countries: `
    ארה"ב → ארצות הברית | US
    ארה״ב → ארצות הברית | US
    ארהב → ארצות הברית | US
    אמריקה → ארצות הברית | US
    ארצות-הברית → ארצות הברית | US
    אנגליה → בריטניה | GB
    הממלכה המאוחדת → בריטניה | GB
    בריט → בריטניה | GB
    צ'כיה → צ׳כיה | CZ
    צכיה → צ׳כיה | CZ
    צ'ילה → צ׳ילה | CL
    צילה → צ׳ילה | CL
    אלג'יריה → אלג׳יריה | DZ
    אלגיריה → אלג׳יריה | DZ
    אזרביג'ן → אזרבייג׳ן | AZ
    אזרבייג'אן → אזרבייג׳ן | AZ
    ג'מייקה → ג׳מייקה | JM
    גמייקה → ג׳מייקה | JM
    שוויץ → שווייץ | CH
    שויץ → שווייץ | CH
    שבדיה → שוודיה | SE
    שוודי → שוודיה | SE
    נורבגיה → נורווגיה | NO
    נורווגי → נורווגיה | NO
    וייטנם → וייטנאם | VN
    ויאטנם → וייטנאם | VN
    תורכיה → טורקיה | TR
    טורקי → טורקיה | TR
    תאיילנד → תאילנד | TH
    טאיוואן → טייוואן | TW
    טיוואן → טייוואן | TW
    קניא → קניה | KE
    דרום קוריאה → קוריאה הדרומית | KR
    קוריאה דרומית → קוריאה הדרומית | KR
    צפון קוריאה → קוריאה הצפונית | KP
    קונגו → קונגו - קינשאסה | CD
    ניוזילנד → ניו זילנד | NZ
    ניו-זילנד → ניו זילנד | NZ
    פיליפינים → הפיליפינים | PH
    איחוד האמירויות → איחוד האמירויות הערביות | AE
    אמירויות → איחוד האמירויות הערביות | AE
    בורמה → מיאנמר (בורמה) | MM
    גאורגי → גאורגיה | GE
    גיאורגיה → גאורגיה | GE
    גרוזיה → גאורגיה | GE
    בלרוס → בלארוס | BY
    בלגי → בלגיה | BE
    דנמארק → דנמרק | DK
    ירדנ → ירדן | JO
    יון → יוון | GR
    רפובליקה דומיניקנית → הרפובליקה הדומיניקנית | DO
    mrp, → צרפת | FR
    hartk → ישראל | IL
    `,
  countriesEnglish: `
    usa → United States | US
    u.s.a. → United States | US
    america → United States | US
    united states of america → United States | US
    unites states → United States | US
    uk → United Kingdom | GB
    england → United Kingdom | GB
    britain → United Kingdom | GB
    great britain → United Kingdom | GB
    holland → Netherlands | NL
    the netherlands → Netherlands | NL
    uae → United Arab Emirates | AE
    emirates → United Arab Emirates | AE
    czech republic → Czechia | CZ
    cote d'ivoire → Côte d’Ivoire | CI
    cote divoire → Côte d’Ivoire | CI
    ivory coast → Côte d’Ivoire | CI
    turkey → Türkiye | TR
    turkiye → Türkiye | TR
    burma → Myanmar (Burma) | MM
    south korea → South Korea | KR
    korea south → South Korea | KR
    republic of korea → South Korea | KR
    bosnia and herzegovina → Bosnia & Herzegovina | BA
    bosnia → Bosnia & Herzegovina | BA
    trinidad and tobago → Trinidad & Tobago | TT
    saint lucia → St. Lucia | LC
    st lucia → St. Lucia | LC
    germny → Germany | DE
    gremany → Germany | DE
    swizerland → Switzerland | CH
    switserland → Switzerland | CH
    phillipines → Philippines | PH
    philipines → Philippines | PH
    columbia → Colombia | CO
    brasil → Brazil | BR
    argentine → Argentina | AR
    ukrain → Ukraine | UA
    isreal → Israel | IL
    israe → Israel | IL
    new zeland → New Zealand | NZ
    newzealand → New Zealand | NZ
    kazachstan → Kazakhstan | KZ
    kirgizstan → Kyrgyzstan | KG
    hong kong → Hong Kong SAR China | HK
    hongkong → Hong Kong SAR China | HK
    macau → Macao SAR China | MO
    vatican → Vatican City | VA
    russian federation → Russia | RU
    rusia → Russia | RU
    swaziland → Eswatini | SZ
    cape verde → Cape Verde | CV
    arabia saudi → Saudi Arabia | SA
    reunion → Réunion | RE
    curacao → Curaçao | CW
    עקרצשמט → Germany | DE
    `,
  countriesFormer: `
    ברית המועצו → ברית המועצות | SUHH
    ברה"מ → ברית המועצות | SUHH
    צ׳כוסלובקיה → צ'כוסלובקיה | CSHH
    צכוסלובקיה → צ'כוסלובקיה | CSHH
    צ'כיה → צ׳כיה | CZ
    יוגוסלאביה → יוגוסלביה | YUCS
    מזרח גרמניה → הרפובליקה הדמוקרטית הגרמנית | DDDE
    סרביה מונטנגרו → סרביה ומונטנגרו | CSXX
    `,
  institutions: `
    אוניברסיטת תל-אביב → אוניברסיטת תל אביב
    תל אביב אוניברסיטה → אוניברסיטת תל אביב
    העברית → האוניברסיטה העברית בירושלים
    אוניברסיטה עברית → האוניברסיטה העברית בירושלים
    האוניברסיטה העברית ירושלים → האוניברסיטה העברית בירושלים
    טכניון → הטכניון - מכון טכנולוגי לישראל
    הטכניון מכון טכנולוגי → הטכניון - מכון טכנולוגי לישראל
    בן גוריון → אוניברסיטת בן-גוריון בנגב
    אוניברסיטת בן גוריון → אוניברסיטת בן-גוריון בנגב
    בר אילן → אוניברסיטת בר-אילן
    אוניברסיטת בר אילן → אוניברסיטת בר-אילן
    מכון וייצמן → מכון ויצמן למדע
    ויצמן → מכון ויצמן למדע
    רייכמן → אוניברסיטת רייכמן
    ריכמן → אוניברסיטת רייכמן
    האוניברסיטה הפתוחה → האוניברסיטה הפתוחה
    פתוחה → האוניברסיטה הפתוחה
    אונו → הקריה האקדמית אונו
    קרייה אקדמית אונו → הקריה האקדמית אונו
    סמי שמעון → המכללה האקדמית להנדסה ע"ש סמי שמעון
    מכללת סמי שמעון → המכללה האקדמית להנדסה ע"ש סמי שמעון
    ע״ש סמי שמעון → המכללה האקדמית להנדסה ע"ש סמי שמעון
    דוד ילין → המכללה האקדמית לחינוך ע"ש דוד ילין
    מכללת ספיר → המכללה האקדמית ספיר
    ספיר → המכללה האקדמית ספיר
    רופין → המרכז האקדמי רופין
    מכללת בית ברל → המכללה האקדמית בית ברל
    בית-ברל → המכללה האקדמית בית ברל
    המכללה למנהל → המסלול האקדמי המכללה למינהל
    מכללה למינהל → המסלול האקדמי המכללה למינהל
    שנקר → שנקר - הנדסה. עיצוב. אמנות
    בצלאל ירושלים → בצלאל - אקדמיה לאמנות ועיצוב ירושלים
    אורט בראודה → המכללה האקדמית להנדסה בראודה
    ברוידה → המכללה האקדמית להנדסה בראודה
    עמק יזרעאל → המכללה האקדמית עמק יזרעאל ע"ש מקס שטרן
    לוינסקי וינגייט → המכללה האקדמית לוינסקי-וינגייט
    ויצו → המרכז האקדמי לעיצוב ולחינוך ויצו חיפה
    סמינר הקבוצים → סמינר הקיבוצים - המכללה לחינוך, לטכנולוגיה ולאמנויות
    אל קאסמי → אלקאסמי - מכללה אקדמית לחינוך
    `,
};
