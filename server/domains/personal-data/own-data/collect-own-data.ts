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
  const own = held.ownRows(db, owner)
  const account = (await held.loadAccountData(db, owner)) ?? fail('object.unknown')
  const { totpConfirmedAt, ...profile } = account
  return {
    exportedAt: ctx.now,
    dailiKey: owner.resellerId,
    profile,
    subscription: await held.loadSubscriptionData(db, owner),
    pauses: await own('pauses', 'startedAt', ['startedAt', 'endedAt', 'isBlock']),
    lifelines: await own('lifelines', 'endedAt', ['endedAt', 'untilAt', 'usedBytes']),
    sessions: await own('sessions', 'createdAt', [
      'strength',
      'userAgent',
      'address',
      'createdAt',
      'seenAt',
      'expiresAt',
      'revokedAt',
    ]),
    devices: await own('deviceFamilies', 'createdAt', ['userAgent', 'createdAt', 'seenAt', 'expiresAt', 'revokedAt']),
    pushDevices: await own('pushDevices', 'createdAt', ['serviceHost', 'createdAt']),
    factors: {
      totpSince: totpConfirmedAt,
      recoveryCodes: await own('recoveryCodes', 'usedAt', ['usedAt']),
      passkeys: await own('passkeys', 'createdAt', ['name', 'createdAt', 'usedAt']),
    },
    lines: await held.findLineData(db, owner),
    lineAddresses: await held.findLineAddressData(db, owner),
    /** Devices with an address of their own. */
    feedDevices: await own('feedDevices', 'id', ['id as device', 'createdAt', 'usedAt', 'revokedAt']),
    /** Devices that their clients named; only a hash of the name is kept. */
    namedDevices: await own('feedHwids', 'firstSeenAt', ['client', 'system', 'firstSeenAt', 'seenAt']),
    /** The devices that took the feed last or looked at its page. */
    feedVisits: await own('feedVisits', 'device', ['device', 'openedAt', 'openedOn', 'fetchedAt', 'client']),
    traffic: await held.findTrafficData(db, owner),
    firstConnectedAt: await held.loadFirstTraffic(db, owner),
    ...(await collectOwnMoney(ctx, owner)),
    mails: await own('mails', 'createdAt', ['template', 'toAddress', 'createdAt', 'sentAt']),
    mailCodes: await own('mailCodes', 'createdAt', ['purpose', 'email', 'createdAt', 'expiresAt', 'usedAt']),
    readMessages: await held.findNoticeReadData(db, owner),
    reminders: await own('reminderSettings', 'muted', ['muted']),
    telegram: await own('telegramBindings', 'chatId', ['chatId', 'chatName', 'muted', 'blockedAt', 'createdAt']),
    telegramMessages: await held.findTelegramMessageData(db, owner),
    sentNotices: await held.findSentNoticeData(db, owner),
    helps: await own('accountHelps', 'id', ['kind', 'createdAt']),
    notes: await own('accountNotes', 'id', ['body', 'createdAt']),
    tags: await own('accountTags', 'tag', ['tag', 'createdAt']),
    tickets: await held.findTicketData(db, owner),
    audit: await held.findAuditData(db, owner.resellerId, accountSubject(owner.accountId)),
  }
}
