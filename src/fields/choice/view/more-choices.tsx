// Radio buttons and boxes with pictures, or with room for an answer of one's own. [fill-links.other-answer] [fill-links.picture-choices]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { type Option, optionKey } from '../../../core/plan/option-list.ts';
import { ownValue } from '../../../core/values/value-type.ts';
import { groupAttributes } from '../../../form-view/control-attributes.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { pathOfPicture } from '../../../form-view/picture-path.ts';
import { Choices, type ChoicesProps } from './choices.tsx';
import { hasOther, isListed, OtherBox, useOther } from './other-text.tsx';

export function MoreChoices(props: FieldProps) {
  const { element, id, value, options, onChange, isReadonly, isRequired, isInvalid, texts } = props;
  const isRadio = element.type === 'fRadio';
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const takesOther = hasOther(props);
  const unlisted = chosen.filter((one) => !isListed(options, one));
  const other = useOther(props, takesOther && unlisted.length > 0 ? optionKey(unlisted.at(-1)!) : undefined);
  // Of an older form, or more than there may be: shown, so that they can be taken away.
  const leftOver = takesOther ? unlisted.slice(0, -1) : unlisted;
  const offered = [...options, ...leftOver.map((one) => ({ value: one, label: optionKey(one) }))];
  const isOther = takesOther && other.isChosen;
  const isChosen = (option: Option) =>
    !(isOther && isRadio) && chosen.some((one) => optionKey(one) === optionKey(option.value));
  const tell = (listed: readonly JsonValue[], text: string | undefined) => {
    const all = text ? [...listed, text] : listed;
    onChange(isRadio ? all[0] : all.length === 0 ? undefined : [...all]);
  };
  const listed = () => (isRadio ? [] : offered.filter(isChosen).map((option) => option.value));
  const choose = (option: Option) => {
    if (isRadio) {
      other.close();
      onChange(option.value);
    } else {
      const now = offered.filter((one) => (one === option ? !isChosen(one) : isChosen(one)));
      tell(
        now.map((one) => one.value),
        isOther ? other.text : undefined,
      );
    }
  };
  const toggleOther = () => {
    if (isOther) {
      other.close();
      tell(listed(), undefined);
    } else {
      other.open();
      tell(listed(), undefined);
    }
  };
  const shared: ChoicesProps = {
    ...{ ...props, options: offered, isChosen, onChoose: choose },
    type: isRadio ? 'radio' : 'checkbox',
  };
  return (
    <div
      role={isRadio ? 'radiogroup' : 'group'}
      {...groupAttributes(props)}
      {...other.watch}
      {...(isRadio && {
        'aria-required': isRequired || undefined,
        'aria-invalid': isInvalid || undefined,
        'aria-readonly': isReadonly || undefined,
      })}
    >
      {element.optionPictures ? <PictureChoices {...shared} /> : <Choices {...shared} />}
      {takesOther && (
        <div class="other-choice">
          <label class="choice">
            <input
              type={shared.type}
              name={id}
              checked={isOther}
              disabled={isReadonly && !isOther}
              aria-invalid={(isInvalid && !isRadio) || undefined}
              onClick={(event) => isReadonly && event.preventDefault()}
              onChange={toggleOther}
            />
            <bdi>{other.label}</bdi>
          </label>
          {isOther && (
            <OtherBox
              props={props}
              other={other}
              onText={(text) => {
                other.type(text ?? '');
                tell(listed(), text);
              }}
              onOption={(option) => {
                other.close();
                if (isRadio) onChange(option.value);
                else
                  tell(
                    offered.filter((one) => one === option || isChosen(one)).map(({ value }) => value),
                    undefined,
                  );
              }}
            />
          )}
        </div>
      )}
      {isRadio && (chosen.length > 0 || isOther) && !isRequired && !isReadonly && (
        <button
          type="button"
          class="quiet clear"
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus();
            other.close();
            onChange(undefined);
          }}
        >
          {texts('clear')}
        </button>
      )}
    </div>
  );
}

function PictureChoices(props: ChoicesProps) {
  const { element, id, options, type, isChosen, onChoose, isReadonly, isInvalid } = props;
  return (
    <div class="choices pictures">
      {options.map((option) => {
        const key = optionKey(option.value);
        const address = ownValue((element.optionPictures ?? {}) as Record<string, JsonValue>, key);
        return (
          <label class="choice" key={key}>
            {typeof address === 'string' && <img src={pathOfPicture(address)} alt="" loading="lazy" decoding="async" />}
            <span class="picture-label">
              <input
                type={type}
                name={id}
                value={key}
                checked={isChosen(option)}
                disabled={isReadonly && !isChosen(option)}
                aria-invalid={(isInvalid && type === 'checkbox') || undefined}
                onClick={(event) => isReadonly && event.preventDefault()}
                onChange={() => onChoose(option)}
              />
              <bdi>{option.label}</bdi>
            </span>
          </label>
        );
      })}
    </div>
  );
}
