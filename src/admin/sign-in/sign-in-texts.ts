// What signing in says.

export const signInTexts = {
  en: {
    title: 'Sign in to Formstead',
    email: 'Email',
    password: 'Password',
    show: 'Show the password',
    hide: 'Hide the password',
    signIn: 'Sign in',
    other: 'עברית',
    forgotten: 'Forgot your password? The administrator of this service can give you a new one.',
    wrong: 'The email or the password is wrong.',
    offline: 'No response. Please check the connection and try again.',
    failed: 'Signing in did not work. Please try again.',
    again: 'Please sign in again',
    againText: 'Your session has ended. Nothing on this page is lost: you continue where you were.',
  },
  he: {
    title: 'כניסה ל־Formstead',
    email: 'דואר אלקטרוני',
    password: 'סיסמה',
    show: 'הצגת הסיסמה',
    hide: 'הסתרת הסיסמה',
    signIn: 'כניסה',
    other: 'English',
    forgotten: 'שכחת את הסיסמה? מנהל השירות יכול לתת לך חדשה.',
    wrong: 'הדואר האלקטרוני או הסיסמה אינם נכונים.',
    offline: 'לא התקבלה תשובה. כדאי לבדוק את החיבור ולנסות שוב.',
    failed: 'הכניסה לא הצליחה. אפשר לנסות שוב.',
    again: 'יש להיכנס שוב',
    againText: 'הכניסה שלך הסתיימה. דבר לא אבד מן הדף: ממשיכים מאותו מקום.',
  },
} as const;
