import type { Logger } from 'pino'

import { hasMail, type Config } from '../../../config.ts'
import type { AlertRow } from '../../alerts/alert-store.ts'
import { loadMailer } from '../../mail/deliver-mail.ts'
import { writeLetter } from '../tell-alerts/alert-letter.ts'
import { postAlert } from '../tell-alerts/call-webhook.ts'
import { deliverLetter } from '../tell-alerts/mail-alerts.ts'

/** Delay before retrying a failed delivery, while the outage lasts. */
const AGAIN_MS = 30_000
/** So long after a report, a further outage is told only if it lasts: a database may fail every minute. */
const GAP_MS = 600_000
const LASTS_MS = 60_000

export type ToldBy = { mail: boolean; webhook: boolean }

/**
 * Reports an outage to operators using only memory: addresses and keys are settings, and the mail library is loaded
 * while the disk still works. Reports each outage once.
 */
export function makeTeller(config: Config, log: Logger) {
  const wanted = {
    mail: config.alerts.mailTo.length > 0 && hasMail(config),
    webhook: config.alerts.webhookUrl !== null,
  }
  if (wanted.mail) void loadMailer()
  let told: ToldBy & { of: Date | null } = { of: null, mail: false, webhook: false }
  let [triedMs, toldMs] = [-Infinity, -Infinity]
  let underWay: Promise<void> | null = null

  async function deliver(alert: AlertRow): Promise<void> {
    const letter = writeLetter({ begun: [alert], ended: [] }, config)
    const delivery = `database-${alert.createdAt.getTime()}-raised`
    const [mail, webhook] = await Promise.all([
      wanted.mail && !told.mail ? deliverLetter(config, config.alerts.mailTo, letter) : null,
      wanted.webhook && !told.webhook ? postAlert(config, { delivery, change: 'raised', alert }) : null,
    ])
    told = { of: alert.createdAt, mail: wanted.mail && mail === null, webhook: wanted.webhook && webhook === null }
    const failed = [mail === null ? [] : [`mail: ${mail}`], webhook === null ? [] : [`webhook: ${webhook}`]].flat()
    if (failed.length > 0) log.warn(`the outage could not be told (${failed.join(', ')})`)
  }

  return {
    /** Sends at most one report at a time; nobody waits for it, so that the checks go on. */
    tell(alert: AlertRow, nowMs: number): void {
      const isNew = told.of?.getTime() !== alert.createdAt.getTime()
      const isDone = !isNew && told.mail === wanted.mail && told.webhook === wanted.webhook
      const isShort = Number(alert.detail['seconds']) * 1000 < LASTS_MS
      const isSoon = isNew && isShort && nowMs - toldMs < GAP_MS
      if (underWay || isDone || nowMs - triedMs < AGAIN_MS || isSoon) return
      if (isNew) {
        told = { of: alert.createdAt, mail: false, webhook: false }
        toldMs = nowMs
      }
      triedMs = nowMs
      underWay = deliver(alert).finally(() => (underWay = null))
    },
    /** Returns how the outage that began then was reported successfully. */
    async toldOf(begin: Date): Promise<ToldBy> {
      await underWay
      return told.of?.getTime() === begin.getTime() ? told : { mail: false, webhook: false }
    },
  }
}
