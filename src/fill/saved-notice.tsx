// On the form's own link, after a save on this device: the way to what was saved. [fill-links.saved-here]

import { languageTags } from '../core/locale/locale-facts.ts';
import { fillText } from '../core/text/fill-text.ts';
import { wordsOf } from '../form-view/words.ts';
import type { FillSession } from './fill-session.ts';
import { listSaved } from './saved-here.ts';

export function SavedNotice({ session }: { session: FillSession }) {
  const { locale } = session.state.plan;
  const words = wordsOf('later', locale).savedNotice;
  const format = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div class="notice" role="status">
      {listSaved(session.form.id).map(({ path, time }) => (
        <a key={path} href={path}>
          {fillText(words.go, [format.format(time)])}
        </a>
      ))}
      <button type="button" class="quiet" onClick={() => session.set({ late: undefined })}>
        {words.fresh}
      </button>
    </div>
  );
}
