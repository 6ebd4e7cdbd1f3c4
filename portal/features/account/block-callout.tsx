import { Warning } from '../../../ui/components/warning.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { ContactLine, SupportLink } from './support-link.tsx'

/** The operator blocked this account: why, what is kept, and whom to ask. Empty for all other users. */
export function BlockCallout() {
  const t = useWords('user')
  const reason = useKnownInfo((info) => info.blockedReason)
  if (reason === null) return null
  const text = (
    <>
      <p>{t('blockedReason', { reason })}</p>
      <p>{t('blockedText')}</p>
      <ContactLine />
    </>
  )
  return (
    <Warning title={t('blocked')} text={text}>
      <SupportLink />
    </Warning>
  )
}
