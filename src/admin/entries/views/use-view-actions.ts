// What is done with the saved view that one sees: updated, set back, deleted.
import type { ApiMessage } from '../../../api-types/lists.ts';
import type { EntryView, ViewState } from '../../../api-types/views.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { useErrorText } from '../../ui/notices.tsx';

export interface ViewsAsked {
  readonly form: string;
  readonly views: readonly EntryView[];
  readonly view: EntryView | undefined;
  readonly onViews: (views: readonly EntryView[]) => void;
  readonly openView: (view: string | undefined) => void;
  /** Columns and layout are as saved again. */
  readonly forget: () => void;
}

export function useViewActions({ form, views, view, onViews, openView, forget }: ViewsAsked) {
  const { api, ask, notify } = useApp();
  const t = useTexts('entries/views');
  const errorText = useErrorText();
  const path = `/form/${form}/views/${view?.id}`;
  const take = (saved: EntryView) => {
    const isKnown = views.some(({ id }) => id === saved.id);
    onViews(isKnown ? views.map((one) => (one.id === saved.id ? saved : one)) : [...views, saved]);
    // A new name changes nothing of what one sees.
    if (!isKnown || saved.state !== view?.state) {
      forget();
      openView(saved.id);
    }
  };
  const tryTo = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  return {
    take,
    reset() {
      forget();
      openView(view?.id);
    },
    update: (state: ViewState) =>
      tryTo(async () => {
        take(await api.call<EntryView>(path, { method: 'PATCH', body: { state } }));
        notify(t('saved'));
      }),
    remove: () =>
      tryTo(async () => {
        if (view === undefined) return;
        const isSure = await ask({
          title: t('askDelete', { name: view.name }),
          text: t(view.isShared ? 'askDeleteShared' : 'askDeleteOwn'),
          confirm: t('delete'),
          isDanger: true,
        });
        if (!isSure) return;
        await api.call<ApiMessage>(path, { method: 'DELETE' });
        onViews(views.filter(({ id }) => id !== view.id));
        openView(undefined);
        notify(t('deleted'));
      }),
  };
}
