import type { UserInfo } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { signShapes } from '../../../ui/components/sign-shapes.ts'
import { leftText, userLook, type UserLook } from '../../../ui/components/user-look.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { endHelp, trafficHelp } from '../../features/account/traffic-help.ts'
import type { UserChild } from '../../paths.ts'
import type { Translate } from '../../words/words.ts'

/** Each has its own colours (hero.module.css) and icon. */
export type HeroLook = 'fine' | 'ending' | 'low' | 'usedUp' | 'expired' | 'paused' | 'blocked'

export type HeroState = {
  look: HeroLook
  title: string
  /** The state in a word, beside its icon; null without a package. */
  chip: string | null
  /** The end of the package, when the chip says something more urgent. */
  note: string | null
  /** The largest words of a card whose lines do not work. */
  headline: string | null
  text: string | null
  /** `undoesPause`: acts at once, where a page that is still loading leads to the screen that does it. */
  action: { to: UserChild; label: string; undoesPause?: boolean } | null
}

type Words = Translate<'user'>
type Facts = Omit<HeroState, 'title' | 'look'>

const URGENT_MS = 3 * 86_400_000
const LOW_SHARE = 0.9

const signs: Record<HeroLook, string> = {
  fine: signShapes.check,
  ending: signShapes.clock,
  low: signShapes.warning,
  usedUp: signShapes.warning,
  expired: signShapes.clock,
  paused: signShapes.pause,
  blocked: signShapes.lock,
}

export const signOf = ({ look, chip }: HeroState): string | null => (chip === null ? null : signs[look])

/** The card's text in each state of the account, and the one thing to do next. */
export function heroStateOf(info: UserInfo, nowMs: number, t: Words): HeroState {
  const title = info.package?.name ?? t('noPackage')
  // The warning above says why, and that the server would refuse both buying and resuming.
  if (info.blockedReason !== null) {
    const headline = info.package ? t('linesOff') : null
    return { look: 'blocked', title, chip: t('stateBlocked'), note: null, headline, text: null, action: null }
  }
  const user = lookOf(info, nowMs)
  if (!info.package || user.word === 'noPackage') {
    const action = { to: 'tcBuy', label: t('choosePackage') } as const
    const text = t('noPackageText')
    return { look: 'fine', title: t('noPackage'), chip: null, note: null, headline: null, text, action }
  }
  const look = heroLookOf(info, user, nowMs)
  return { look, title, ...factsOf(look, info, user, nowMs, t) }
}

/** What stops the lines comes before what will stop them, and the end before the traffic. */
function heroLookOf({ expiresAt, usedBytes, totalBytes }: UserInfo, { word, left }: UserLook, nowMs: number): HeroLook {
  if (word === 'statePaused') return 'paused'
  if (word === 'stateExpired') return 'expired'
  if (word === 'quota') return 'usedUp'
  if (left && Date.parse(expiresAt!) - nowMs <= URGENT_MS) return 'ending'
  return totalBytes > 0 && usedBytes / totalBytes >= LOW_SHARE ? 'low' : 'fine'
}

function factsOf(look: HeroLook, info: UserInfo, { left, isEnding }: UserLook, nowMs: number, t: Words): Facts {
  const atEnd = endHelp(info, t)
  const help = trafficHelp(info, isEnding, t)
  const end = left ? leftText(left, t) : null
  const running = { note: null, headline: null, text: null }
  switch (look) {
    case 'paused':
      return { chip: t('statePaused'), note: null, headline: t('linesOff'), ...pausedState(info, nowMs, t) }
    case 'expired': {
      const note = info.expiresAt ? t('endedOn', { date: dateText(info.expiresAt) }) : null
      return { chip: t('stateExpired'), note, headline: t('linesOff'), ...atEnd }
    }
    case 'usedUp':
      return { chip: t('usedUp'), note: end, headline: t('linesOff'), text: help.text, action: help.action }
    case 'low': {
      // Whole numbers until the division: 1 - 0.94 is more than 0.06, and would be told as 7 %.
      const percent = Math.ceil(((info.totalBytes - info.usedBytes) * 100) / info.totalBytes)
      return { ...running, chip: t('leftShare', { percent }), note: end, text: help.reset, action: help.action }
    }
    default:
      return {
        ...running,
        chip: info.startsBy ? t('stateWaiting') : (end ?? t('stateActive')),
        action: isEnding ? atEnd.action : null,
      }
  }
}

/** Names the earliest end of the pause, and in the first minutes how to undo it. */
function pausedState({ pausedAt }: UserInfo, nowMs: number, t: Words): Pick<HeroState, 'text' | 'action'> {
  const sinceMs = pausedAt === null ? 0 : Date.parse(pausedAt)
  const resumeMs = sinceMs + limits.pauseMinMs
  const canUndo = nowMs < sinceMs + limits.pauseUndoMs
  const text = nowMs < resumeMs ? t('pausedUntil', { time: momentText(resumeMs) }) : t('pausedText')
  return { text, action: { to: 'freeze_acc', label: t(canUndo ? 'undoPause' : 'resume'), undoesPause: canUndo } }
}

/** The banners above tell of a deletion, and nobody is signed in to a locked account. */
function lookOf({ state, expiresAt, usedBytes, totalBytes }: UserInfo, nowMs: number): UserLook {
  return userLook({ state, expiresAt, usedBytes, totalBytes, locked: false, deleteAfter: null }, nowMs)
}
