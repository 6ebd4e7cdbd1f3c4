import type { UserInfo } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { leftText, userLook, type UserLook } from '../../../ui/components/user-look.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import type { UserChild } from '../../paths.ts'
import type { Translate } from '../../words/words.ts'

export type HeroState = {
  title: string
  chip: string | null
  text: string | null
  action: { to: UserChild; label: string } | null
}

type Words = Translate<'user'>

/** The card's text in each state of the account, and the one thing to do next. */
export function heroStateOf(info: UserInfo, nowMs: number, t: Words): HeroState {
  const state = ownStateOf(info, nowMs, t)
  // The warning above says why, and that the server would refuse both buying and resuming.
  return info.blockedReason === null ? state : { ...state, chip: t('stateBlocked'), text: null, action: null }
}

function ownStateOf(info: UserInfo, nowMs: number, t: Words): HeroState {
  const { word, left, isEnding } = lookOf(info, nowMs)
  if (!info.package || word === 'noPackage') {
    const action = { to: 'tcBuy', label: t('choosePackage') } as const
    return { title: t('noPackage'), chip: null, text: t('noPackageText'), action }
  }
  const title = info.package.name
  const renew = { to: 'tcBuy', label: t('renew') } as const
  if (word === 'statePaused') {
    return { title, chip: t('statePaused'), ...pausedState(info, nowMs, t) }
  }
  if (word === 'stateExpired') {
    const chip = info.expiresAt ? t('endedOn', { date: dateText(info.expiresAt) }) : t('stateExpired')
    return { title, chip, text: t('expiredText'), action: renew }
  }
  const usedUp = word === 'quota'
  return {
    title,
    chip: left ? leftText(left, t) : t('stateActive'),
    text: usedUp ? t('noTraffic') : null,
    action: isEnding ? renew : usedUp ? { to: 'tcBuy', label: t('buyTraffic') } : null,
  }
}

/** Names the earliest end of the pause, and in the first minutes how to undo it. */
function pausedState({ pausedAt }: UserInfo, nowMs: number, t: Words): Pick<HeroState, 'text' | 'action'> {
  const sinceMs = pausedAt === null ? 0 : Date.parse(pausedAt)
  const resumeMs = sinceMs + limits.pauseMinMs
  const canUndo = nowMs < sinceMs + limits.pauseUndoMs
  const text = nowMs < resumeMs ? t('pausedUntil', { time: momentText(resumeMs) }) : t('pausedText')
  return { text, action: { to: 'freeze_acc', label: t(canUndo ? 'undoPause' : 'resume') } }
}

/** The banners above tell of a deletion, and nobody is signed in to a locked account. */
function lookOf({ state, expiresAt, usedBytes, totalBytes }: UserInfo, nowMs: number): UserLook {
  return userLook({ state, expiresAt, usedBytes, totalBytes, locked: false, deleteAfter: null }, nowMs)
}
