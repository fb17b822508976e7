// One starting form, as people will see it, before it is chosen; or a blank one, which only needs a name.
import { useMemo, useState } from 'preact/hooks';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { isEmail } from '../../core/validation/text-formats.ts';
import { useApp } from '../app-context.ts';
import { FormFrame } from '../form-frame/form-frame.tsx';
import type { Locale } from '../page-data.ts';
import { loadWords, useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import type { GalleryItem } from './gallery/gallery.ts';
import { type MakeForm, makeFromGallery, root } from './gallery/gallery-form.ts';
import { useMakeForm } from './use-make-form.ts';
import { maxNameLength } from './writable-form.ts';

const blank: MakeForm = (say) => ({ name: say('untitledForm'), formSchema: root() });

export interface GalleryDialogProps {
  /** undefined: blank. */
  readonly item: GalleryItem | undefined;
  readonly locale: Locale;
  readonly onClose: () => void;
}

export function GalleryDialog({ item, locale, onClose }: GalleryDialogProps) {
  const { user } = useApp();
  const t = useTexts('forms/newForm');
  const galleryTitle = useTexts('gallery/title');
  const start = useLoad(async () => {
    const [form] = await Promise.all([item?.load() ?? blank, loadWords(locale, ['gallery'])]);
    return form;
  }, [item, locale]);
  const [name, setName] = useState<string>();
  const [owner, setOwner] = useState(user.email);
  const [isTried, setTried] = useState(false);
  const { make, isBusy, error } = useMakeForm();
  const made = useMemo(
    () => start.value && makeFromGallery(start.value, { locale, owner: owner.trim() }),
    [start.value, locale, owner],
  );
  // The preview does not follow every letter of the address.
  const shown = useMemo(
    () => start.value && { id: undefined, definition: makeFromGallery(start.value, { locale, owner: '' }) },
    [start.value, locale],
  );
  const title = item === undefined ? t('blank') : galleryTitle(item.key);
  const chosenName = (name ?? made?.name ?? '').trim();
  const ownerError = owner.trim() === '' || isEmail(owner.trim()) ? undefined : t('ownerWrong');
  const submit = () => {
    setTried(true);
    if (made === undefined || chosenName === '' || ownerError !== undefined) return;
    void make({ ...made, name: chosenName } satisfies FormDefinition);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide={item !== undefined}
      onSubmit={submit}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('make')}
        </SubmitActions>
      }
    >
      <div class="side-by-side">
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={name ?? made?.name ?? ''}
          onChange={setName}
          maxLength={maxNameLength}
          error={isTried && chosenName === '' ? t('nameMissing') : undefined}
        />
        {item !== undefined && (
          <TextField
            label={t('owner')}
            hint={t('ownerHint')}
            value={owner}
            onChange={setOwner}
            dir="ltr"
            error={isTried ? ownerError : undefined}
          />
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {item !== undefined && (
        <Loaded load={start}>
          {() => (
            <>
              <p class="quiet-text">{t('preview')}</p>
              <div class="preview-box">
                {shown && (
                  <FormFrame title={t('previewOf', { name: title })} form={shown} mode="preview" onEscape={onClose} />
                )}
              </div>
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}
