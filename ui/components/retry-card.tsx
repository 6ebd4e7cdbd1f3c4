import { useUiWords } from '../words/ui-words.ts'
import { ActionButton } from './action-button.tsx'
import { Glyph } from './glyph.tsx'
import css from './retry-card.module.css'

type Props = { title: string; text: string; onRetry: () => void; busy?: boolean }

/** A part of a screen that could not be loaded; the rest of it stays in use. */
export function RetryCard({ title, text, onRetry, busy = false }: Props) {
  const t = useUiWords()
  return (
    <div className={css.box} role="alert">
      <span className={css.sign}>
        <Glyph name="warning" size={24} />
      </span>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
      <ActionButton tone="quiet" busy={busy} onClick={onRetry}>
        {t('retry')}
      </ActionButton>
    </div>
  )
}
