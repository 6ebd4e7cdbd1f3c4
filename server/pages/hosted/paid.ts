import type { FastifyBaseLogger } from 'fastify'
import type { Logger } from 'pino'

import { writeAppKey } from '../../../contract/app-key.ts'
import { brandOf } from '../../../contract/brand.ts'
import { formatFen } from '../../../contract/money.ts'
import { PAID_MARK } from '../../../contract/page.ts'
import { followPayment } from '../../domains/payments/check-payment.ts'
import { readPaidMark } from '../../domains/payments/paid-mark.ts'
import { loadPayment, type PaymentRow } from '../../domains/payments/queries.ts'
import { clock } from '../../platform/clock.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { nameBalance } from '../../platform/text/name-balance.ts'
import { paidWords, type PaidWord } from './paid-words.ts'
import type { HostedBody, HostedDeps, HostedView } from './send-hosted.ts'

type Visit = { query: Record<string, unknown>; log: FastifyBaseLogger }

/** While a payment waits, the page loads itself again after this time. */
const AGAIN_S = 4

const CHECK = 'M5 12.5l4.5 4.5L19 7.5'
const CLOCK = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7.5v5l3 1.8'
/** The result at a glance: words and the amount stand beside it. */
const signs: Partial<Record<PaidWord, string>> = { paid: CHECK, topUp: CHECK, late: CHECK, pending: CLOCK }

/**
 * The result of a payment for a payer who comes back, also without a session: the payer began it in an app and
 * paid in a browser. Shows amount and state, and nothing of the account.
 */
export async function paidBody(view: HostedView, deps: HostedDeps, { query, log }: Visit): Promise<HostedBody> {
  const ctx = { ...deps, now: clock.now(), log: log as Logger }
  const id = readPaidMark(deps.config, query[PAID_MARK], ctx.now)
  const payment = id && (await loadPayment(deps.db, id))
  const words = paidWords[view.language]
  const back = `<p>${escapeHtml(words.back)}</p>`
  // The mark of another brand's payment says nothing on this brand's page.
  if (!payment || payment.resellerId !== view.resellerId) {
    return { title: words.result, html: `<section>${back}</section>` }
  }
  const { status, creditedTo } = await followPayment(ctx, payment)
  const word = wordOf(payment, status, creditedTo)
  const { title, text } = words[word]
  const amount = `<p class="amount">¥${formatFen(payment.amountFen)}</p>`
  const { balanceName } = brandOf(view.resellerId, view.reseller)
  const told = (line: string) => escapeHtml(nameBalance(line, balanceName, view.language))
  const way = `<p><a class="action" href="/user?app_key=${writeAppKey(view.resellerId)}">${escapeHtml(words.here)}</a></p>`
  return {
    title: nameBalance(title, balanceName, view.language),
    html: `<section class="result">${signHtml(word)}${amount}<p>${told(text)}</p></section><section>${back}${way}</section>`,
    ...(status === 'pending' ? { againS: AGAIN_S } : {}),
  }
}

function signHtml(word: PaidWord): string {
  const sign = signs[word]
  return sign ? `<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path class="b" d="${sign}"/></svg>` : ''
}

function wordOf({ purpose }: PaymentRow, status: PaymentRow['state'], creditedTo: string): PaidWord {
  if (status !== 'paid') return status
  if (purpose === 'user') return 'topUp'
  return creditedTo === 'balance' ? 'late' : 'paid'
}
