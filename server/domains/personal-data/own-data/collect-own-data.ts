import type { Ctx, Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { accountSubject } from '../../audit/audit.ts'
import { collectOwnMoney } from './collect-own-money.ts'
import * as held from './queries.ts'

/**
 * Everything we hold on one user, in plain words. Leaves out secrets, even the user's own: a file on a shared computer
 * must not work as a key.
 */
export async function collectOwnData(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, owner: Owner): Promise<object> {
  const { db } = ctx
  const account = (await held.loadAccountData(db, owner)) ?? fail('object.unknown')
  const { totpConfirmedAt, ...profile } = account
  return {
    exportedAt: ctx.now,
    dailiKey: owner.resellerId,
    profile,
    subscription: await held.loadSubscriptionData(db, owner),
    pauses: await held.findPauseData(db, owner),
    lifelines: await held.findLifelineData(db, owner),
    sessions: await held.findSessionData(db, owner),
    devices: await held.findDeviceData(db, owner),
    pushDevices: await held.findPushDeviceData(db, owner),
    factors: {
      totpSince: totpConfirmedAt,
      recoveryCodes: await held.findRecoveryCodeData(db, owner),
      passkeys: await held.findPasskeyData(db, owner),
    },
    lines: await held.findLineData(db, owner),
    lineAddresses: await held.findLineAddressData(db, owner),
    feedDevices: await held.findFeedDeviceData(db, owner),
    namedDevices: await held.findNamedDeviceData(db, owner),
    feedVisits: await held.findFeedVisitData(db, owner),
    traffic: await held.findTrafficData(db, owner),
    firstConnectedAt: await held.loadFirstTraffic(db, owner),
    ...(await collectOwnMoney(ctx, owner)),
    mails: await held.findMailData(db, owner),
    mailCodes: await held.findMailCodeData(db, owner),
    readMessages: await held.findNoticeReadData(db, owner),
    reminders: await held.findReminderData(db, owner),
    telegram: await held.findTelegramData(db, owner),
    telegramMessages: await held.findTelegramMessageData(db, owner),
    sentNotices: await held.findSentNoticeData(db, owner),
    helps: await held.findHelpData(db, owner),
    notes: await held.findNoteData(db, owner),
    tickets: await held.findTicketData(db, owner),
    audit: await held.findAuditData(db, owner.resellerId, accountSubject(owner.accountId)),
  }
}
