import type { FactRow } from '../../../features/show/fact-rows.tsx'
import type { PlainKey, Translate } from '../../../words/words.ts'

type Say = Translate<'imports'>
type Figures = Record<string, number>

/** Fen of any size as yuan: a source may have more than a number holds. */
export function yuanText(fen: string): string {
  const isBelow = fen.startsWith('-')
  const digits = (isBelow ? fen.slice(1) : fen).padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${isBelow ? '−' : ''}¥${whole}.${digits.slice(-2)}`
}

export function countRows(t: Say, counts: Figures): FactRow[] {
  const of = (name: string) => String(counts[name] ?? 0)
  return [
    { name: t('countUsers'), value: of('users') },
    { name: t('countWithPlan'), value: of('usersWithPlan') },
    { name: t('countBlocked'), value: of('usersBlocked') },
    { name: t('countPlans'), value: of('plans') },
    { name: t('countNodes'), value: of('nodes') },
    { name: t('countCoupons'), value: `${of('couponsTaken')} / ${of('coupons')}` },
    { name: t('countGiftCodes'), value: `${of('giftCodesTaken')} / ${of('giftCodes')}` },
    { name: t('countNotices'), value: of('notices') },
    { name: t('countArticles'), value: of('articles') },
    { name: t('countTickets'), value: of('tickets') },
    { name: t('countOrders'), value: of('orders') },
  ]
}

const sumWords: readonly [name: string, word: PlainKey<'imports'>][] = [
  ['balanceFen', 'sumBalance'],
  ['balanceBookedFen', 'sumBalanceBooked'],
  ['commissionFen', 'sumCommission'],
  ['commissionBookedFen', 'sumCommissionBooked'],
  ['commissionPendingFen', 'sumPending'],
  ['openOrdersFen', 'sumOpenOrders'],
  ['giftCodesFen', 'sumGiftCodes'],
]

export function sumRows(t: Say, sums: Record<string, string>): FactRow[] {
  return sumWords.map(([name, word]) => ({ name: t(word), value: yuanText(sums[name] ?? '0') }))
}

const broughtWords: readonly [name: string, word: PlainKey<'imports'>][] = [
  ['users', 'newUsers'],
  ['usersChanged', 'newPasswords'],
  ['goneUsers', 'goneUsers'],
  ['packages', 'newPackages'],
  ['packagesChanged', 'packagesChanged'],
  ['services', 'services'],
  ['servicesChanged', 'servicesChanged'],
  ['nodes', 'newNodes'],
  ['nodesChanged', 'nodesChanged'],
  ['lines', 'newLines'],
  ['tokens', 'oldAddresses'],
  ['nodeKeys', 'oldKeys'],
  ['coupons', 'newCoupons'],
  ['couponsChanged', 'couponsChanged'],
  ['couponsTakenHere', 'couponsTaken'],
  ['gifts', 'newGifts'],
  ['giftsChanged', 'giftsChanged'],
  ['giftsEnded', 'giftsEnded'],
  ['giftsTwice', 'giftsTwice'],
  ['giftsTakenHere', 'giftsTaken'],
  ['notices', 'newNotices'],
  ['articles', 'newArticles'],
  ['textsChanged', 'textsChanged'],
  ['tickets', 'newTickets'],
  ['ticketsChanged', 'ticketsChanged'],
  ['entries', 'entries'],
  ['entriesRefused', 'entriesRefused'],
  ['balanceFen', 'bookedBalance'],
  ['commissionFen', 'bookedCommission'],
  ['giftsFen', 'giftsOwed'],
  ['borneFen', 'borne'],
]
const undoneWords: readonly [name: string, word: PlainKey<'imports'>][] = [
  ['users', 'undoneUsers'],
  ['packages', 'undonePackages'],
  ['nodes', 'undoneNodes'],
  ['entries', 'undoneEntries'],
  ['left', 'undoneLeft'],
]

/** What is zero needs no row, but for the money: that it equals the file is what one looks for. */
export function changedRows(t: Say, changed: Figures, isUndo: boolean): FactRow[] {
  return (isUndo ? undoneWords : broughtWords).flatMap(([name, word]): FactRow[] => {
    const figure = changed[name]
    const isMoney = name.endsWith('Fen')
    if (figure === undefined || (figure === 0 && !isMoney)) return []
    return [{ name: t(word), value: isMoney ? yuanText(String(figure)) : String(figure) }]
  })
}
