import type { Fact } from '../../../ui/components/facts.tsx'
import { maskAddress } from '../../../contract/mask.ts'
import { useWords } from '../../words/language.ts'
import { useKnownInfo } from '../../state/known-info.ts'

/** What locking does, on the card and once more in the sheet. */
export function useLockFacts(): readonly Fact[] {
  const t = useWords('freeze-account')
  const email = useKnownInfo((info) => (info.emailVerified ? info.email : null))
  const way = email ? t('lockBackText', { address: maskAddress(email) }) : t('lockBackPlain')
  return [
    { icon: 'devices', title: t('lockOut'), text: t('lockOutText') },
    { icon: 'mail', title: t('lockBack'), text: way },
  ]
}
