import { useWords } from '../../locales/language.ts'
import { ContactLine } from '../contact-line.tsx'
import { SupportLink } from '../support-link.tsx'
import { Warning } from '../warning.tsx'

/** The operator stopped this account: why, what is kept, and whom to ask. */
export function BlockNotice({ reason }: { reason: string }) {
  const t = useWords('account')
  const text = (
    <>
      <p>{t('blockedReason', { reason })}</p>
      <p>{t('blockedText')}</p>
      <ContactLine />
    </>
  )
  return (
    <Warning label={t('blocked')} title={t('blocked')} text={text}>
      <SupportLink />
    </Warning>
  )
}
