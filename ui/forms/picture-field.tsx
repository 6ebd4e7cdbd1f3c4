import { limits } from '../../contract/limits.ts'
import { Field } from '../components/auth/field.tsx'
import { Glyph } from '../components/glyph.tsx'
import { useUiWords } from '../words/ui-words.ts'
import css from './picture-field.module.css'

type Props = { picture: { id: string; image: string }; error?: string | undefined; onRenew: () => void }

/** For browsers that cannot do the proof of work. A new picture empties the field. */
export default function PictureField({ picture, error, onRenew }: Props) {
  const t = useUiWords()
  return (
    <div className="gap2">
      <Field
        key={picture.id}
        name="captcha"
        label={t('pictureCode')}
        placeholder={t('pictureHint', { count: limits.imageCodeLength })}
        autoComplete="off"
        enterKeyHint="go"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={limits.imageCodeLength}
        autoFocus
        hint={t('pictureWhy')}
        error={error}
      />
      <button type="button" className={css.renew} onClick={onRenew}>
        <img src={picture.image} alt={t('pictureCode')} width="180" height="64" />
        <Glyph name="refresh" size={20} />
        {t('pictureNext')}
      </button>
    </div>
  )
}
