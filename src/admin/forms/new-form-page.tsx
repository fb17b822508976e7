// /admin/forms/new/: where a form starts. From the gallery, blank, from another program, from JSON, or as a copy.

import { useState } from 'preact/hooks';
import { languageChoices } from '../../core/locale/locale-facts.ts';
import { useApp } from '../app-context.ts';
import type { Locale } from '../page-data.ts';
import { useTexts } from '../texts.ts';
import { SelectField } from '../ui/fields.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { CopyFormDialog } from './copy-form-dialog.tsx';
import { type GalleryItem, gallery } from './gallery/gallery.ts';
import { GalleryDialog } from './gallery-dialog.tsx';
import { JsonDialog } from './json-dialog.tsx';

type Chosen = GalleryItem | 'blank' | 'json' | 'copy';

export function NewFormPage() {
  const app = useApp();
  const t = useTexts('forms/newForm');
  const galleryTitle = useTexts('gallery/title');
  const galleryAbout = useTexts('gallery/about');
  const [locale, setLocale] = useState<Locale>(app.locale);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  return (
    <>
      <PageHeader title={t('title')} back={{ href: '/admin/', label: t('forms') }} note={t('note')} />
      <div class="gallery-tools">
        <SelectField label={t('language')} value={locale} choices={languageChoices} onChange={setLocale} />
      </div>
      <ul class="gallery" aria-label={t('gallery')}>
        <Card icon="plus" title={t('blank')} text={t('blankText')} onPress={() => setChosen('blank')} />
        {gallery.map((item) => (
          <Card
            key={item.key}
            icon={item.icon}
            title={galleryTitle(item.key)}
            text={galleryAbout(item.key)}
            onPress={() => setChosen(item)}
          />
        ))}
      </ul>
      <h2 class="gallery-title">{t('others')}</h2>
      <ul class="gallery" aria-label={t('others')}>
        <Card icon="upload" title={t('fromOther')} text={t('fromOtherText')} href="/admin/forms/import/" />
        <Card icon="copy" title={t('fromForm')} text={t('fromFormText')} onPress={() => setChosen('copy')} />
        <Card icon="code" title={t('fromJson')} text={t('fromJsonText')} onPress={() => setChosen('json')} />
      </ul>
      {chosen === 'json' && <JsonDialog onClose={close} />}
      {chosen === 'copy' && <CopyFormDialog onClose={close} />}
      {chosen === 'blank' && <GalleryDialog item={undefined} locale={locale} onClose={close} />}
      {typeof chosen === 'object' && <GalleryDialog item={chosen} locale={locale} onClose={close} />}
    </>
  );
}

interface CardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** A page of its own; else what a press does. */
  readonly href?: string;
  readonly onPress?: () => void;
}

function Card({ icon, title, text, href, onPress }: CardProps) {
  const content = (
    <>
      <span class="gallery-picture">
        <Icon name={icon} />
      </span>
      <span class="gallery-words">
        <strong>{title}</strong>
        <span class="quiet-text">{text}</span>
      </span>
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" class="gallery-card" onClick={onPress}>
          {content}
        </button>
      ) : (
        <a class="gallery-card" href={href}>
          {content}
        </a>
      )}
    </li>
  );
}
