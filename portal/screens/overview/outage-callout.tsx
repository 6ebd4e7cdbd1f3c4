import type { UserInfo } from '../../../contract/accounts.ts'
import { Warning } from '../../../ui/components/warning.tsx'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useWords } from '../../words/language.ts'

/** The reseller knows that nodes do not work: nobody has to ask, or to look for the fault at home. */
export function OutageCallout({ outage: { nodes, since, backAt } }: { outage: NonNullable<UserInfo['outage']> }) {
  const t = useWords('user')
  const words = { nodes: nodes.join(t('comma')), since: momentText(since) }
  const text = backAt === null ? t('outageText', words) : t('outageTextBack', { ...words, until: momentText(backAt) })
  return <Warning title={t('outageTitle')} text={<p>{text}</p>} />
}
