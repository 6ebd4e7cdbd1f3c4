import type { UserInfo } from '../../../contract/accounts.ts'
import { formatBytes, plainBytes } from '../../../contract/bytes.ts'
import type { Translate } from '../../words/words.ts'
import { type HeroState, signOf } from './hero-state.ts'

export type HeroView = HeroState & {
  /** Path of the chip's icon. */
  sign: string | null
  /** Height of the water. Undefined in the HTML, which must contain no style. */
  waterHeight: string | undefined
  /** Null without a package, and when its traffic cannot be used again. */
  traffic: Traffic | null
}
type Traffic = {
  /** The large figure; null below a headline, which is more important. */
  left: string | null
  amount: string | null
  unit: string | null
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
  const share = info.package ? leftShare : 0.4
  const isOver = state.look === 'expired' || state.look === 'blocked'
  const traffic = info.package && !isOver ? trafficOf(info, leftShare, state.headline !== null, t) : null
  return { ...state, sign: signOf(state), waterHeight: `${Math.round(18 + share * 70)}%`, traffic }
}

function trafficOf(
  { usedBytes, totalBytes }: UserInfo,
  leftShare: number,
  isStopped: boolean,
  t: Translate<'user'>,
): Traffic {
  const usedPercent = Math.round((1 - leftShare) * 100)
  const [amount = '', unit = ''] = formatBytes(Math.max(0, totalBytes - usedBytes)).split(' ')
  const figure = isStopped ? { left: null, amount: null, unit: null } : { left: t('left'), amount, unit }
  return {
    ...figure,
    used: t('used', { amount: formatBytes(usedBytes) }),
    total: t('total', { amount: plainBytes(totalBytes) }),
    usedPercent,
    usedShare: t('usedShare', { percent: usedPercent }),
    usedWidth: `${usedPercent}%`,
  }
}
