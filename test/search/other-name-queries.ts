// Searches by names that are not in the value: short forms, former names, the other language. See natural-queries.ts.

export const otherNameQueries = {
  cities: `
    jerusalem → ירושלים
    yerushalayim → ירושלים
    safed → צפת
    tzfat → צפת
    acre → עכו
    akko → עכו
    jaffa → תל אביב - יפו
    tlv → תל אביב - יפו
    ת"א → תל אביב - יפו
    ב"ש → באר שבע
    beersheba → באר שבע
    פ"ת → פתח תקווה
    ראשל"צ → ראשון לציון
    נצרת עילית → נוף הגליל
    nazareth → נצרת
    כ"ס → כפר סבא
    bnei brak → בני ברק
    kiryat ata → קרית אתא
    kiryat gat → קרית גת
    eilat → אילת
    `,
  citiesEnglish: `
    ירושלים → JERUSALEM
    חיפה → HAIFA
    באר שבע → BE'ER SHEVA
    safed → ZEFAT
    acre → AKKO
    jaffa → TEL AVIV - YAFO
    ת"א → TEL AVIV - YAFO
    beersheba → BE'ER SHEVA
    kiryat ata → QIRYAT ATTA
    kiryat gat → QIRYAT GAT
    kiryat shmona → QIRYAT SHEMONA
    upper nazareth → NOF HAGALIL
    נצרת עילית → NOF HAGALIL
    eilat → ELAT
    petach tikva → PETAH TIQWA
    `,
  streets: `
    rothschild → שדרות רוטשילד
    `,
  banks: `
    פאגי → בנק פועלי אגודת ישראל בע"מ | 52
    pagi → בנק פועלי אגודת ישראל בע"מ | 52
    fibi → בנק הבינלאומי הראשון לישראל בע"מ | 31
    leumi → בנק לאומי לישראל בע"מ | 10
    hapoalim → בנק הפועלים בע"מ | 12
    discount → בנק דיסקונט לישראל בע"מ | 11
    mercantile → בנק מרכנתיל דיסקונט בע"מ | 17
    yahav → בנק יהב לעובדי המדינה בע"מ | 4
    first international → בנק הבינלאומי הראשון לישראל בע"מ | 31
    סיטי → Citibank | 22
    `,
  banksEnglish: `
    fibi → The First International Bank of Israel Ltd | 31
    pagi → Poaley Agudat Israel Bank Ltd | 52
    פאג"י → Poaley Agudat Israel Bank Ltd | 52
    igud → Union Bank of Israel Ltd | 13
    boi → Bank Of Israel | 99
    `,
  institutions: `
    technion → הטכניון - מכון טכנולוגי לישראל
    hebrew university → האוניברסיטה העברית בירושלים
    huji → האוניברסיטה העברית בירושלים
    tel aviv university → אוניברסיטת תל אביב
    bgu → אוניברסיטת בן-גוריון בנגב
    ben gurion university → אוניברסיטת בן-גוריון בנגב
    bar ilan → אוניברסיטת בר-אילן
    weizmann → מכון ויצמן למדע
    open university → האוניברסיטה הפתוחה
    idc herzliya → אוניברסיטת רייכמן
    המרכז הבינתחומי → אוניברסיטת רייכמן
    bezalel → בצלאל - אקדמיה לאמנות ועיצוב ירושלים
    shenkar → שנקר - הנדסה. עיצוב. אמנות
    מכון לב → המרכז האקדמי לב
    תל חי → אוניברסיטת קריית שמונה בגליל
    וינגייט → המכללה האקדמית לוינסקי-וינגייט
    `,
};
