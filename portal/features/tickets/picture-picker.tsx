import { useRef } from 'react'

import { PICTURES_PER_MESSAGE } from '../../../contract/pictures.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { PICTURE_TYPES } from '../../../ui/pictures/shrink-picture.ts'
import { useWords } from '../../words/language.ts'
import css from './picture-picker.module.css'
import type { ChosenPictures } from './use-pictures.ts'

/** What goes with the message, and a place for one more. */
export function PicturePicker({ pictures }: { pictures: ChosenPictures }) {
  const t = useWords('tickets')
  const chooser = useRef<HTMLInputElement>(null)
  const { urls, refused, problem, isReading } = pictures
  return (
    <section className={css.part} aria-label={t('pictures')}>
      <ul className={css.chosen}>
        {urls.map((url, at) => (
          <li key={url} className={css.picture} data-refused={url === refused}>
            <img src={url} alt={t(url === refused ? 'pictureRefused' : 'picture', { number: at + 1 })} />
            <button
              type="button"
              className={css.remove}
              aria-label={t('removePicture', { number: at + 1 })}
              onClick={() => pictures.remove(url)}
            >
              <span className={css.cross}>
                <Icon name="close" size={14} />
              </span>
            </button>
          </li>
        ))}
        {urls.length < PICTURES_PER_MESSAGE ? (
          <li>
            <button
              type="button"
              className={css.add}
              aria-busy={isReading}
              onClick={() => (isReading ? undefined : chooser.current?.click())}
            >
              <Icon name="plus" />
              {t(isReading ? 'readingPicture' : 'addPicture')}
            </button>
          </li>
        ) : null}
      </ul>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label={t('addPicture')}
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
          void pictures.add(files)
        }}
      />
      {problem === null ? (
        <p className={css.hint}>{t('picturesHint', { count: PICTURES_PER_MESSAGE })}</p>
      ) : (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
