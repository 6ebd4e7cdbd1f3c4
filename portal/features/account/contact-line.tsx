import { useWords } from '../../words/language.ts'
import { useConfigState } from '../../state/config.ts'
import css from './contact-line.module.css'
import { IconButton } from '../../../ui/components/icon-button.tsx'
import { useCopy } from './use-copy.ts'

/** Whom to ask, to be taken along into another program. Nothing where nobody is named; without a name where the place says it. */
export function ContactLine({ isNamed = true }: { isNamed?: boolean }) {
  const t = useWords('account')
  const contact = useConfigState((state) => state.dailiConfig.contact)
  const copy = useCopy()
  if (!contact) return null
  return (
    <span className={css.line}>
      <span className={css.words}>
        {isNamed ? <span className={css.name}>{t('contact')}</span> : null}
        <span className={css.value}>{contact}</span>
      </span>
      <IconButton icon="copy" label={t('copyContact')} onClick={() => void copy(contact)} />
    </span>
  )
}
