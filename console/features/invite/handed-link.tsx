import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useWords } from '../../words/language.ts'
import { CopyButton } from '../show/copy-button.tsx'
import css from './handed-link.module.css'

/** Shows a link only this once, for the member to pass on. */
export function HandedLink({ text, link, onDone }: { text: string; link: string; onDone: () => void }) {
  const t = useWords('invite')
  return (
    <div className={css.stack}>
      <p className={css.text}>{text}</p>
      <div className={css.link}>
        <span className={css.words}>{link}</span>
        <CopyButton text={link} label={t('copyLink')} />
      </div>
      <ActionButton fill onClick={onDone}>
        {t('done')}
      </ActionButton>
    </div>
  )
}
