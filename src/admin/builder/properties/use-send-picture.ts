// Sends a picture for the form and gives its address: for options, texts, thank-you pages and emails. What cannot be used is refused
// here, in the words of the app, before anything is sent where that is known. [forms.pictures]
import { useState } from 'preact/hooks';
import type { AddedPicture } from '../../../api-types/forms.ts';
import { ApiError } from '../../../client/call-api.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { useErrorText } from '../../ui/notices.tsx';

const maxBytes = 2_097_152;
const types: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Of a file dialog. */
export const pictureTypes = types.join();

export interface SentPicture {
  /** The whole address, as it can be put into an email too. */
  readonly url: string;
  /** In pixels; empty where the browser cannot tell. */
  readonly width: string;
  readonly height: string;
}

export interface PictureSending {
  readonly isBusy: boolean;
  /** Why the last one could not be used; empty where it could. */
  readonly error: string;
  /** undefined where it could not be used: `error` then says why. */
  readonly send: (file: File) => Promise<SentPicture | undefined>;
}

export function useSendPicture(formId: string): PictureSending {
  const { api } = useApp();
  const t = useTexts('builder/question');
  const errorText = useErrorText();
  const [state, setState] = useState({ isBusy: false, error: '' });
  const send = async (file: File): Promise<SentPicture | undefined> => {
    const refusal = file.size > maxBytes ? 'pictureTooLarge' : isOther(file) ? 'pictureUnreadable' : undefined;
    if (refusal !== undefined) {
      setState({ isBusy: false, error: t(refusal) });
      return undefined;
    }
    setState({ isBusy: true, error: '' });
    try {
      const body = file.type === '' ? file.slice(0, file.size, 'application/octet-stream') : file;
      const [{ url }, size] = await Promise.all([
        api.call<AddedPicture>(`/form/${formId}/pictures`, { body }),
        sizeOf(file),
      ]);
      setState({ isBusy: false, error: '' });
      return { url, ...size };
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      const isUnreadable = fault.situation === 'pictureUnreadable' || fault.status === 415;
      const words =
        fault.status === 413 ? t('pictureTooLarge') : isUnreadable ? t('pictureUnreadable') : errorText(fault);
      setState({ isBusy: false, error: words });
      return undefined;
    }
  };
  return { ...state, send };
}

/** Browsers know no type for some files: of those the service looks at the content. */
function isOther({ type }: File): boolean {
  return type !== '' && !types.includes(type);
}

async function sizeOf(file: File): Promise<Pick<SentPicture, 'width' | 'height'>> {
  try {
    const picture = await createImageBitmap(file);
    const size = { width: String(picture.width), height: String(picture.height) };
    picture.close();
    return size;
  } catch {
    // What the browser cannot draw the service judges: a picture without a size is shown all the same.
    return { width: '', height: '' };
  }
}
