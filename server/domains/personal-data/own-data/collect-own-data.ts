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
  const { kysely } = db
  const own = held.rowsOf(owner)
  const account = (await held.loadAccountData(db, owner)) ?? fail('object.unknown')
  const { totpConfirmedAt, ...profile } = account
  return {
    exportedAt: ctx.now,
    dailiKey: owner.resellerId,
    profile,
    subscription: await held.loadSubscriptionData(db, owner),
    pauses: await own(kysely.selectFrom('pauses').select(['startedAt', 'endedAt', 'isBlock']).orderBy('startedAt')),
    lifelines: await own(kysely.selectFrom('lifelines').select(['endedAt', 'untilAt', 'usedBytes']).orderBy('endedAt')),
    sessions: await own(
      kysely
        .selectFrom('sessions')
        .select(['strength', 'userAgent', 'address', 'createdAt', 'seenAt', 'expiresAt', 'revokedAt'])
        .orderBy('createdAt'),
    ),
    devices: await own(
      kysely
        .selectFrom('deviceFamilies')
        .select(['userAgent', 'createdAt', 'seenAt', 'expiresAt', 'revokedAt'])
        .orderBy('createdAt'),
    ),
    pushDevices: await own(kysely.selectFrom('pushDevices').select(['serviceHost', 'createdAt']).orderBy('createdAt')),
    factors: {
      totpSince: totpConfirmedAt,
      recoveryCodes: await own(kysely.selectFrom('recoveryCodes').select(['usedAt']).orderBy('usedAt')),
      passkeys: await own(kysely.selectFrom('passkeys').select(['name', 'createdAt', 'usedAt']).orderBy('createdAt')),
    },
    lines: await held.findLineData(db, owner),
    lineAddresses: await held.findLineAddressData(db, owner),
    /** Devices with an address of their own. */
    feedDevices: await own(
      kysely.selectFrom('feedDevices').select(['id as device', 'createdAt', 'usedAt', 'revokedAt']).orderBy('id'),
    ),
    /** Devices that their clients named; only a hash of the name is kept. */
    namedDevices: await own(
      kysely.selectFrom('feedHwids').select(['client', 'system', 'firstSeenAt', 'seenAt']).orderBy('firstSeenAt'),
    ),
    /** The devices that took the feed last or looked at its page. */
    feedVisits: await own(
      kysely
        .selectFrom('feedVisits')
        .select(['device', 'openedAt', 'openedOn', 'fetchedAt', 'client'])
        .orderBy('device'),
    ),
    traffic: await held.findTrafficData(db, owner),
    firstConnectedAt: await held.loadFirstTraffic(db, owner),
    ...(await collectOwnMoney(ctx, owner)),
    ...(await collectTold(db, owner)),
    helps: await own(kysely.selectFrom('accountHelps').select(['kind', 'createdAt']).orderBy('id')),
    notes: await own(kysely.selectFrom('accountNotes').select(['body', 'createdAt']).orderBy('id')),
    tags: await own(kysely.selectFrom('accountTags').select(['tag', 'createdAt']).orderBy('tag')),
    tickets: await held.findTicketData(db, owner),
    audit: await held.findAuditData(db, owner.resellerId, accountSubject(owner.accountId)),
  }
}

/** What was sent to the user, by which ways, and what of it was read. */
async function collectTold(db: Ctx['db'], owner: Owner) {
  const { kysely } = db
  const own = held.rowsOf(owner)
  return {
    mails: await own(
      kysely.selectFrom('mails').select(['template', 'toAddress', 'createdAt', 'sentAt']).orderBy('createdAt'),
    ),
    mailCodes: await own(
      kysely
        .selectFrom('mailCodes')
        .select(['purpose', 'email', 'createdAt', 'expiresAt', 'usedAt'])
        .orderBy('createdAt'),
    ),
    readMessages: await held.findNoticeReadData(db, owner),
    reminders: await own(kysely.selectFrom('reminderSettings').select(['muted']).orderBy('muted')),
    telegram: await own(
      kysely
        .selectFrom('telegramBindings')
        .select(['chatId', 'chatName', 'muted', 'blockedAt', 'createdAt'])
        .orderBy('chatId'),
    ),
    telegramMessages: await held.findTelegramMessageData(db, owner),
    sentNotices: await held.findSentNoticeData(db, owner),
  }
}
