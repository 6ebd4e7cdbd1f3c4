import type { PriceRow } from '../../../contract/console/prices.ts'
import type { StateTone } from '../../../ui/components/state-word.tsx'

type Known = Pick<PriceRow, 'isListed' | 'retailFen' | 'isOn' | 'sells' | 'stoppedAt'>

/** Whether an offer sells, and if not, who or what keeps it from that. */
export function offerState({ isListed, retailFen, isOn, sells, stoppedAt }: Known) {
  const say = <W extends string>(tone: StateTone, word: W) => [tone, word] as const
  if (!isListed) return say('off', 'unlisted')
  if (retailFen === null) return say('off', 'waiting')
  if (!isOn) return say('off', 'off')
  if (sells) return say('good', 'sells')
  return stoppedAt === null ? say('off', 'off') : say('bad', 'stopped')
}
