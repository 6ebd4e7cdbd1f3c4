import { grantedBy } from '../../../contract/permissions.ts'
import type { PlainKey, Translate } from '../../words/words.ts'

type Word = PlainKey<'team'>

/** Says exactly what of the money a role sees, and what it does not: made from its permissions, so it cannot grow old. */
export function roleMoneyText(permissions: readonly string[], t: Translate<'team'>): string {
  const { seen, unseen } = moneyOf(grantedBy(permissions))
  const list = (words: readonly Word[]) => words.map((word) => t(word)).join(t('moneyAnd'))
  if (seen.length === 0) return t('moneyNone')
  if (unseen.length === 0) return t('moneyAll', { seen: list(seen) })
  return t('moneySeen', { seen: list(seen), unseen: list(unseen) })
}

function moneyOf(held: ReadonlySet<string>): { seen: Word[]; unseen: Word[] } {
  const some = (...names: string[]) => names.some((name) => held.has(name))
  const [money, prices] = [held.has('money.read'), held.has('prices.read')]
  const figures: [Word, boolean][] = [
    ['moneyOrders', some('orders.read')],
    ['moneyUsers', some('users.read')],
    ['moneySums', money],
    ['moneyWholesale', prices],
    ['moneyMargin', money && prices],
    // Who decides over money going out, or puts some in, reads there what the shop has.
    ['moneyBalance', money || some('money.top-up', 'money.pay-out', 'withdrawals.decide', 'payouts.decide')],
  ]
  /** Said only of who has it: part of what stands above, seen in one place alone. */
  const besides: [Word, boolean][] = [
    ['moneyStatements', held.has('statements.read') && !money],
    ['moneyDeeds', some('users.give', 'bulk.run') && !prices],
    ['moneyAudit', some('audit.read') && !(money && prices)],
  ]
  const chosen = (rows: [Word, boolean][], is: boolean) => rows.filter(([, has]) => has === is).map(([word]) => word)
  return { seen: [...chosen(figures, true), ...chosen(besides, true)], unseen: chosen(figures, false) }
}
