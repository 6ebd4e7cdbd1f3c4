import { keyRates } from '../../../contract/console/key-choices.ts'
import { keyPermissions } from '../../../contract/permissions.ts'
import { fenOf } from '../form/fen-of.ts'

export type KeyDraft = {
  chosen: ReadonlySet<string>
  days: string
  rate: string
  daily: number | string
  networks: string
}

/** Starts with the least: nothing ticked, nothing to spend, three months. */
export const NEW_KEY: KeyDraft = { chosen: new Set(), days: '90', rate: '60', daily: 0, networks: '' }

/** As the server takes it. */
export function wishOf({ chosen, days, rate, daily, networks }: KeyDraft) {
  return {
    permissions: keyPermissions.filter((one) => chosen.has(one)),
    days: days === '' ? null : Number(days),
    networks: networks.split(/[\s,，;；]+/).filter((one) => one !== ''),
    callsPerMinute: keyRates.find((one) => String(one) === rate) ?? keyRates[0],
    dailyFen: fenOf(daily),
  }
}
