import type { UserInfo } from '../../../contract/accounts.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import type { UserChild } from '../../paths.ts'
import type { Translate } from '../../words/words.ts'

type Words = Translate<'user'>
type Action = { to: UserChild; label: string }
type Facts = Pick<UserInfo, 'buyable' | 'expiresAt' | 'nextResetAt'>

export type Help = { text: string; action: Action | null }
/** `reset`: when the traffic starts afresh; null where a pack helps sooner, and without a reset before the end. */
type TrafficHelp = Help & { reset: string | null }

/** What brings traffic back to a running package, of what this user can really have. */
export function trafficHelp(info: Facts, isEnding: boolean, t: Words): TrafficHelp {
  const { pack, renew, upgrade } = info.buyable ?? { pack: false, renew: true, upgrade: false }
  const buy = (label: string) => ({ to: 'tcBuy', label }) as const
  if (pack) {
    return { reset: null, text: t('noTraffic'), action: buy(t(isEnding && renew ? 'renew' : 'buyTraffic')) }
  }
  const reset = info.nextResetAt && t('trafficResets', { date: dateText(info.nextResetAt) })
  const help = (text: string, action: Action | null) => ({ reset, text: reset ? `${reset}\n${text}` : text, action })
  // Only a plan without an end grows at once when it is renewed.
  if (renew && info.expiresAt === null) return help(t('onceTraffic'), buy(t('renew')))
  if (renew && isEnding && reset !== null) return { reset, text: reset, action: buy(t('renew')) }
  if (renew && isEnding) return help(t('renewTraffic'), buy(t('renew')))
  if (upgrade) return help(t('upgradeTraffic'), buy(t('upgradePlan')))
  if (reset !== null) return { reset, text: reset, action: null }
  if (renew) return help(t('renewTraffic'), buy(t('renew')))
  return help(t('askTraffic'), { to: 'customer_service', label: t('customer_service') })
}

/** A trial, and a package that is no longer sold, cannot be renewed: another one follows. */
export function endHelp({ buyable }: Pick<Facts, 'buyable'>, t: Words): Help {
  return buyable?.renew === false
    ? { text: t('expiredOther'), action: { to: 'tcBuy', label: t('choosePackage') } }
    : { text: t('expiredText'), action: { to: 'tcBuy', label: t('renew') } }
}
