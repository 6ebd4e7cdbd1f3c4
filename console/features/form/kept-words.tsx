import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import css from './kept-words.module.css'
import type { LeaveWords } from './unsaved.ts'

/** The question of a form whose text is kept as a draft. */
export function useKeptWords(): LeaveWords {
  const t = useWords('base')
  return { title: t('keptTitle'), text: t('keptText'), go: t('keptGo'), stay: t('leaveStay') }
}

/** Says that the text is an earlier one, and offers an empty form. */
export function BackAgain({ onClear }: { onClear: () => void }) {
  const t = useWords('base')
  return (
    <Callout tone="info">
      {t('draftBack')}{' '}
      <button type="button" className={css.clear} onClick={onClear}>
        {t('draftClear')}
      </button>
    </Callout>
  )
}
