// What the page tells or asks around the form and most fillers never meet: an undo, a draft that was saved here or elsewhere, another
// tab, a form that its owner changed. Loaded when it happens.
import { revealField } from '../form-view/focus.ts';
import { useSlice } from '../web/store.ts';
import { DraftConflict } from './draft-conflict.tsx';
import type { FillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';
import { FormChanged, FormChanging } from './form-changed.tsx';
import { SavedNotice } from './saved-notice.tsx';
import { SeenNotice } from './seen/seen-notice.tsx';
import { TabNotice } from './tab-notice.tsx';
import { UndoNotice } from './undo-notice.tsx';

export function LateNotice({ session }: { session: FillSession; texts: FillTexts }) {
  const late = useSlice(session, () => session.get().late);
  switch (late?.kind) {
    case 'undo':
      return <UndoNotice session={session} notice={late} />;
    case 'saved':
      return <SavedNotice session={session} />;
    case 'tab':
      return <TabNotice session={session} notice={late} />;
    case 'seen':
      return <SeenNotice {...late} locale={session.state.plan.locale} onReveal={revealField} />;
    case 'conflict':
      return <DraftConflict session={session} notice={late} />;
    case 'changing':
      return <FormChanging session={session} notice={late} />;
    case 'changed':
      return <FormChanged session={session} notice={late} />;
    default:
      return null;
  }
}
