import { maskName } from '../../../../contract/mask.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { maskPayout } from '../../accounts/payout-account.ts'
import { findUserEntries, shownEntry } from '../../ledger/find-entries.ts'
import { loadBalanceFen, loadCommissionFen } from '../../ledger/load-balance.ts'
import * as held from './money-queries.ts'

/** The file holds everything, however long; only the screens page. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** The money of one user. Masks what the screens mask. */
export async function collectOwnMoney(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, owner: Owner): Promise<object> {
  const { db, config, now } = ctx
  const entries = await findUserEntries(ctx, owner, {}, NO_LIMIT)
  const withdrawals = await held.findWithdrawalData(db, owner)
  const invited = await held.findInvitedData(db, owner)
  return {
    balance: {
      balanceFen: await loadBalanceFen(ctx, { kind: 'user', ...owner }),
      entries: entries.toReversed().map(shownEntry),
    },
    orders: await held.findOrderData(db, owner),
    payments: await held.findPaymentData(db, owner),
    cards: await held.findCardData(db, owner, now),
    coupons: await held.findCouponData(db, owner),
    gifts: await held.findGiftData(db, owner),
    giftLinks: await held.findGiftLinkData(db, owner),
    trialTakenAt: await held.loadTrialData(db, owner),
    invites: {
      ...(await loadCommissionFen(ctx, owner)),
      people: invited.map(({ userName, ...rest }) => ({ nameMasked: maskName(userName), ...rest })),
    },
    withdrawals: withdrawals.map(({ sealedAccount, ...row }) => ({
      ...row,
      ...maskPayout(config, row.id, sealedAccount),
    })),
    agency: await held.loadAgencyData(db, owner),
  }
}
