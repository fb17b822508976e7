// A picture for each option of a choice. [fill-links.picture-choices]
import type { Element } from '../../../core/definition/form-definition.ts';
import { optionKey, readOptionList } from '../../../core/plan/option-list.ts';
import { pathOfPicture } from '../../../form-view/picture-path.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { PictureButton } from './picture-button.tsx';

/** Nobody chooses from more. */
const maxShown = 60;

export interface OptionPicturesProps {
  readonly element: Element;
  readonly onChange: (pictures: Element['optionPictures']) => void;
}

export function OptionPictures({ element, onChange }: OptionPicturesProps) {
  const t = useTexts('builder/question');
  const { options, optionPictures: pictures = {} } = element;
  const list = Array.isArray(options) ? readOptionList(options).slice(0, maxShown) : [];
  return (
    <ul class="option-pictures plain-list">
      {list.map((option) => {
        const key = optionKey(option.value);
        const address = Object.hasOwn(pictures, key) ? pictures[key] : undefined;
        return (
          <li key={key}>
            {address === undefined ? <span class="no-picture" /> : <img src={pathOfPicture(address)} alt="" />}
            <bdi>{option.label}</bdi>
            <PictureButton
              label={t(address === undefined ? 'choosePicture' : 'changePicture')}
              onAdded={({ url }) => onChange({ ...pictures, [key]: url })}
            />
            {address !== undefined && (
              <Button
                kind="quiet"
                icon="close"
                label={t('removePicture', { name: option.label })}
                onPress={() => {
                  const { [key]: _, ...rest } = pictures;
                  onChange(rest);
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
