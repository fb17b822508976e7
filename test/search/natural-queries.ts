// Searches as people type them, each with the option they mean. Written before the near search was built, and not changed to
// suit it: a query that is found badly stays. A line is `what is typed → the value meant`.

export type QuerySet =
  | 'cities'
  | 'citiesEnglish'
  | 'streets'
  | 'banks'
  | 'banksEnglish'
  | 'branches'
  | 'countries'
  | 'countriesEnglish'
  | 'countriesFormer'
  | 'institutions';

export const naturalQueries: Readonly<Record<QuerySet, string>> = {
  cities: `
    ירוש → ירושלים
    ירושלם → ירושלים
    ירושלימ → ירושלים
    תל אביב → תל אביב - יפו
    תל אביב יפו → תל אביב - יפו
    תל-אביב-יפו → תל אביב - יפו
    תלאביב → תל אביב - יפו
    ת"א יפו → תל אביב - יפו
    יפו → תל אביב - יפו
    אביב תל → תל אביב - יפו
    חיפ → חיפה
    חיפא → חיפה
    ראשון לצ → ראשון לציון
    ראשלצ → ראשון לציון
    ראשון ליציון → ראשון לציון
    ראשון → ראשון לציון
    באר שב → באר שבע
    בארשבע → באר שבע
    באר-שבע → באר שבע
    בר שבע → באר שבע
    פתח תקוה → פתח תקווה
    פתח-תקוה → פתח תקווה
    פתח תק → פתח תקווה
    אשקלונ → אשקלון
    נתנייה → נתניה
    שפרעאם → שפרעם
    הרצלייה → הרצליה
    הרצל → הרצליה
    רחבות → רחובות
    רמת-גן → רמת גן
    רמתגן → רמת גן
    מודיעין → מודיעין-מכבים-רעות
    מודיעין מכבים רעות → מודיעין-מכבים-רעות
    מודעין → מודיעין-מכבים-רעות
    רעות → מודיעין-מכבים-רעות
    אום אל פחם → אום אל-פחם
    אום אלפחם → אום אל-פחם
    הוד השרן → הוד השרון
    פרדס חנה → פרדס חנה-כרכור
    פרדס חנה כרכור → פרדס חנה-כרכור
    כרכור → פרדס חנה-כרכור
    בית שמש → בית שמש
    ביתשמש → בית שמש
    ראש-העין → ראש העין
    בני-ברק → בני ברק
    בנברק → בני ברק
    קריית אתא → קרית אתא
    קריית שמונה → קרית שמונה
    קריית ביאליק → קרית ביאליק
    קריית מוצקין → קרית מוצקין
    קרית מוצקן → קרית מוצקין
    ק. ביאליק → קרית ביאליק
    דלית אל כרמל → דאלית אל-כרמל
    דאלית אל כרמל → דאלית אל-כרמל
    טבריא → טבריה
    טברייה → טבריה
    נס-ציונה → נס ציונה
    נס צינה → נס ציונה
    נהרייה → נהריה
    נהריא → נהריה
    מגד אל כרום → מג'ד אל-כרום
    מג׳ד אל כרום → מג'ד אל-כרום
    מעלות תרשיחא → מעלות-תרשיחא
    מעלות → מעלות-תרשיחא
    בת-ים → בת ים
    בתים → בת ים
    זיכרון יעקב → זכרון יעקב
    זכרון יע → זכרון יעקב
    בנימינה → בנימינה-גבעת עדה
    גבעת עדה → בנימינה-גבעת עדה
    באקה אל גרבייה → באקה אל-גרביה
    קדימה צורן → קדימה-צורן
    יהוד → יהוד-מונוסון
    יהוד מונוסון → יהוד-מונוסון
    גבעתים → גבעתיים
    סחנין → סח'נין
    גן יבנא → גן יבנה
    גלגוליה → ג'לג'וליה
    יוקנעם עילית → יקנעם עילית
    יקנעם → יקנעם עילית
    ביתר → ביתר עילית
    כוכב יאיר → כוכב יאיר-צור יגאל
    צור יגאל → כוכב יאיר-צור יגאל
    מצפה רמן → מצפה רמון
    רמון מצפה → מצפה רמון
    hruakho → ירושלים
    jhpv → חיפה
    tasus → אשדוד
    b,bhv → נתניה
    rnkv → רמלה
    haifa → חיפה
    ashdod → אשדוד
    netanya → נתניה
    tel aviv → תל אביב - יפו
    `,
  citiesEnglish: `
    jerus → JERUSALEM
    Jerusalem → JERUSALEM
    jeruslem → JERUSALEM
    tel aviv → TEL AVIV - YAFO
    tel-aviv → TEL AVIV - YAFO
    telaviv → TEL AVIV - YAFO
    tel aviv yafo → TEL AVIV - YAFO
    Tel Aviv-Jaffa → TEL AVIV - YAFO
    rishon → RISHON LEZIYYON
    rishon lezion → RISHON LEZIYYON
    rishon le zion → RISHON LEZIYYON
    beer sheva → BE'ER SHEVA
    beersheba → BE'ER SHEVA
    be’er sheva → BE'ER SHEVA
    petach tikva → PETAH TIQWA
    petah tikvah → PETAH TIQWA
    petach tikwa → PETAH TIQWA
    ashkelon → ASHQELON
    natanya → NETANYA
    netania → NETANYA
    eilat → ELAT
    herzliya → HERZELIYYA
    herzlia → HERZELIYYA
    hertzliya → HERZELIYYA
    rechovot → REHOVOT
    ramat-gan → RAMAT GAN
    hedera → HADERA
    cholon → HOLON
    kfar saba → KEFAR SAVA
    kfar sava → KEFAR SAVA
    modiin → MODI'IN-MAKKABBIM-RE
    modi'in → MODI'IN-MAKKABBIM-RE
    ofakim → OFAQIM
    beit shemesh → BET SHEMESH
    bnei brak → BENE BERAQ
    bene berak → BENE BERAQ
    kiryat gat → QIRYAT GAT
    kiryat ata → QIRYAT ATTA
    kiryat shmona → QIRYAT SHEMONA
    qiryat bialik → QIRYAT BIALIK
    ramat hasharon → RAMAT HASHARON
    raanana → RA'ANANA
    ra'anana → RA'ANANA
    sderot → SEDEROT
    nahariya → NAHARIYYA
    naharia → NAHARIYYA
    tzfat → ZEFAT
    safed → ZEFAT
    nes ziona → NES ZIYYONA
    ness ziona → NES ZIYYONA
    yavne → YAVNE
    zichron yaakov → ZIKHRON YA'AQOV
    givatayim → GIV'ATAYIM
    givataim → GIV'ATAYIM
    rosh haayin → ROSH HAAYIN
    rosh ha'ayin → ROSH HAAYIN
    hod hasharon → HOD HASHARON
    karmiel → KARMI'EL
    pardes hana → PARDES HANNA-KARKUR
    ירושלים → JERUSALEM
    ישןכש → HAIFA
    צםגןןמ → MODI'IN-MAKKABBIM-RE
    `,
  streets: `
    דיזנ → דיזנגוף
    דיזינגוף → דיזנגוף
    דיזנגוף סנט → דיזנגוף סנטר
    רוטשילד → שדרות רוטשילד
    שדרות רוטשילד → שדרות רוטשילד
    בן יהודה → בן יהודה
    אבן גבירול → אבן גבירול
    אבן גברול → אבן גבירול
    גבירול אבן → אבן גבירול
    קינג ג'ורג' → המלך ג'ורג'
    המלך גורג → המלך ג'ורג'
    המלך ג׳ורג׳ → המלך ג'ורג'
    חב"ד → שד' חבד
    הנרייטה סולד → סולד הנרייטה
    הנריטה סולד → סולד הנרייטה
    יאנוש קורצ'אק → קורצ'אק יאנוש
    יאנוש קורצאק → קורצ'אק יאנוש
    דוד ילין → ילין דוד
    יוסף אחרון → אחרון יוסף
    שמואל רודנסקי → רודנסקי שמואל
    הזז → הזז חיים
    חיים הזז → הזז חיים
    ש"י עגנון → עגנון שי
    עגנון → עגנון שי
    אבא קובנר → קובנר אבא
    מאיר בלבן → בלבן מאיר
    ראובן בריינין → בריינין ראובן
    ראובן ברינין → בריינין ראובן
    וילי ברנדט → ברנדט וילי
    נגיב מחפוז → מחפוז נג'יב
    נתן דונביץ → נתן דונביץ'
    ג'ורג' אליוט → אליוט ג'ורג'
    אינשטין → אינשטיין
    איינשטיין → אינשטיין
    מונטיפיורי → מונטיפיורי
    מונטיפיורה → מונטיפיורי
    מונטפיורי → מונטיפיורי
    קיבוץ גלויות → קבוץ גלויות
    קבוץ גלוית → קבוץ גלויות
    ויסוצקי → ויסוצקי
    וויסוצקי → ויסוצקי
    מרים ילן שטקליס → מרים ילן שטקליס
    ילן-שטקליס → מרים ילן שטקליס
    כיכר הבימה → ככר הבימה
    ככר הבימא → ככר הבימה
    שבטי ישר → שבטי ישראל
    מקווה ישראל → מקוה ישראל
    נווה שלום → נוה שלום
    יוחנן הסנדלר → יוחנן הסנדלר
    הסנדלר → יוחנן הסנדלר
    מנדלי → מנדלי מוכר ספרים
    מנדלי מוכר → מנדלי מוכר ספרים
    בר-יוחאי → בר יוחאי
    בר יוחי → בר יוחאי
    דון יחייא → דון-יחייא שבתי
    פלמח → הפלמח
    הפלמ"ח → הפלמח
    פלמ"ח → הפלמח
    רד"ק → רדק
    מלבי"ם → מלבים
    מהרש"א → מהרשא
    שד"ל → שדל
    תש"ח → תשח
    תשח → תשח
    אנדה עמיר → אנדה עמיר
    צבי גרינברג → אורי צבי גרינברג
    אורי צבי → אורי צבי גרינברג
    עוזי חיטמן → עוזי חיטמן
    עוזי חיתמן → עוזי חיטמן
    דרך בגין → דרך בגין
    שדרות מסריק → שד' מסריק
    סעדיה גאון → סעדיה גאון
    סעדיה → סעדיה גאון
    ברדיצבסקי → ברדיצ'בסקי
    ברדיצ׳בסקי → ברדיצ'בסקי
    טוסקנני → טוסקניני
    שמעון התרסי → שמעון התרסי
    הרצוג → הרב הרצוג
    הרב הרצג → הרב הרצוג
    סמילנסקי → סמילנסקי
    סמולנסקי → סמולנסקין
    דיזנגוכ → דיזנגוף
    shzbdu; → דיזנגוף
    rnc"o → רמבם
    dizengoff → דיזנגוף
    `,
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
