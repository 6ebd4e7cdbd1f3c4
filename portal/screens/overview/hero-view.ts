import type { UserInfo } from '../../../contract/accounts.ts'
import { formatBytes } from '../../../contract/bytes.ts'
import type { Translate } from '../../words/words.ts'
import type { HeroState } from './hero-state.ts'

export type HeroView = HeroState & {
  /** Height of the water. Undefined in the HTML, which must contain no style. */
  waterHeight: string | undefined
  /** Null without a package. */
  traffic: Traffic | null
}
type Traffic = {
  left: string
  amount: string
  unit: string
  used: string
  total: string
  usedPercent: number
  usedShare: string
  usedWidth: string | undefined
}

/** Every text and size of the card, for React and before that for the page's HTML (app/first-glance.ts). */
export function heroViewOf(info: UserInfo, state: HeroState, t: Translate<'user'>): HeroView {
  const { usedBytes, totalBytes } = info
  const leftShare = totalBytes > 0 ? Math.max(0, 1 - usedBytes / totalBytes) : 0
  const usedPercent = Math.round((1 - leftShare) * 100)
  const [amount = '', unit = ''] = formatBytes(Math.max(0, totalBytes - usedBytes)).split(' ')
  const traffic = {
    left: t('left'),
    amount,
    unit,
    used: t('used', { amount: formatBytes(usedBytes) }),
    total: t('total', { amount: formatBytes(totalBytes) }),
    usedPercent,
    usedShare: t('usedShare', { percent: usedPercent }),
    usedWidth: `${usedPercent}%`,
  }
  const share = info.package ? leftShare : 0.4
  return { ...state, waterHeight: `${Math.round(18 + share * 70)}%`, traffic: info.package ? traffic : null }
}
