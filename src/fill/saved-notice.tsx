// On the form's own link, after a save on this device: the way to what was saved. [fill-links.saved-here]
import type { FillSession } from './fill-session.ts';
import { listSaved } from './saved-here.ts';

export function SavedNotice({ session }: { session: FillSession }) {
  const { locale } = session.state.plan;
  const words = texts[locale];
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div class="notice" role="status">
      {listSaved(session.form.id).map(({ path, time }) => (
        <a key={path} href={path}>
          {words.go.replace('{0}', format.format(time))}
        </a>
      ))}
      <button type="button" class="quiet" onClick={() => session.set({ late: undefined })}>
        {words.fresh}
      </button>
    </div>
  );
}

const texts = {
  en: { go: 'Continue what you saved on {0}', fresh: 'Start a new one' },
  he: { go: 'להמשיך את מה שנשמר ב־{0}', fresh: 'להתחיל טופס חדש' },
};
