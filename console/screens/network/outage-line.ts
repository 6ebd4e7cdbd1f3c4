import type { Outage } from '../../../contract/console/network.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import type { Translate } from '../../words/words.ts'

/** The sentence that the users read. */
export function outageLine(
  t: Translate<'network'>,
  { nodes, since, backAt }: Pick<Outage, 'nodes' | 'since' | 'backAt'>,
) {
  const words = { nodes: nodes.join(t('comma')), since: recordText(since) }
  return backAt === null ? t('outageLine', words) : t('outageLineBack', { ...words, until: recordText(backAt) })
}
