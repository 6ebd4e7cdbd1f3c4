import { ActionButton } from '../../../ui/components/action-button.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { useWords } from '../../words/language.ts'
import css from './team.module.css'

/** A whole key, which nobody can read again. */
export function ShownKey({ text, onDone }: { text: string; onDone: () => void }) {
  const t = useWords('team')
  return (
    <div className={css.stack}>
      <p className={css.text}>{t('keyOnce')}</p>
      <div className={css.secret}>
        <code>{text}</code>
        <CopyButton text={text} label={t('copyKey')} />
      </div>
      <ActionButton fill onClick={onDone}>
        {t('keySaved')}
      </ActionButton>
    </div>
  )
}
