import { sold, type Move } from './moves.ts'

const COUPONS = ['no coupon', 'a coupon of 30 %', 'a coupon of 100 %', 'a coupon of ¥10'] as const
const ASKS = { double: 'twice wholesale', equal: 'wholesale', half: 'half of wholesale', fen: '1 fen' } as const
const MERCHANTS = {
  balance: 'its balance',
  shared: "the platform's merchant",
  own: "the reseller's own merchant",
} as const

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`
const goods = (what: number) => `${sold[what]!.name} (${sold[what]!.period})`
const user = (index: number) => `account ${index + 1}`

function tellKey({ kind, what, value }: Extract<Move, { do: 'key' }>): string {
  const worth = {
    balance: yuan(value),
    package: goods(what),
    days: `${value} days of ${goods(what)}`,
    traffic: `${value} GB`,
  }
  return `the reseller buys a key: ${worth[kind]}`
}

function tellPurchase({ who, what, coupon, by, minutes }: Extract<Move, { do: 'buy' }>): string {
  const late = minutes > 0 ? `, ${minutes} minutes after ordering` : ''
  return `${user(who)} buys ${goods(what)} with ${COUPONS[coupon]}, paid by ${MERCHANTS[by]}${late}`
}

/** A move in plain words: what a person would have to do to see the same. */
export function tell(move: Move): string {
  switch (move.do) {
    case 'retail':
      return `the reseller asks ${ASKS[move.how]} for ${goods(move.what)}`
    case 'wholesale':
      return `the operator makes wholesale of ${goods(move.what)} ${move.percent} % of what it was at first`
    case 'terms':
      return `the operator gives a credit of ${yuan(move.creditFen)}, commission is ${move.commissionPercent} %`
    case 'buy':
      return tellPurchase(move)
    case 'order':
      return `${user(move.who)} orders ${goods(move.what)} with ${COUPONS[move.coupon]}`
    case 'pay':
      return `the last order is paid by ${MERCHANTS[move.by]}`
    case 'days':
      return `${user(move.who)} is given ${move.days} days, paid by the ${move.payer}`
    case 'traffic':
      return `${user(move.who)} is given ${move.gb} GB, paid by the ${move.payer}`
    case 'money':
      return `${user(move.who)} is given a balance of ${yuan(move.fen)} by the reseller`
    case 'change':
      return `staff change ${user(move.who)} to ${goods(move.what)}, paid by the ${move.payer}`
    case 'hand':
      return `staff sell ${goods(move.what)} to ${user(move.who)} by hand`
    case 'key':
      return tellKey(move)
    case 'assign':
      return `the newest key is put into the list of ${user(move.who)}`
    case 'redeem':
      return `${user(move.who)} redeems the newest key`
    case 'void':
      return 'the reseller makes the newest key void'
    case 'refund':
      return `the operator refunds ${move.percent} % of order ${move.which + 1} from the end`
    case 'unpay':
      return `the operator refunds ${move.percent} % of top-up ${move.which + 1} from the end`
    case 'pause':
      return `${user(move.who)} pauses, or resumes`
    case 'use':
      return `${user(move.who)} uses ${move.percent} % of the traffic that it may use now`
    case 'top-up':
      return `${user(move.who)} tops up ${yuan(move.fen)} at ${MERCHANTS[move.by]}`
    case 'fund':
      return `the reseller pays ${yuan(move.fen)} into its balance`
    case 'commission':
      return `${user(move.who)} moves its commission to its ${move.to}`
    case 'withdrawal':
      return `the withdrawal is ${move.verdict === 'rejected' ? 'rejected' : `paid by the ${move.verdict}`}`
    case 'payout':
      return `the reseller asks for all that is payable, and it is ${move.verdict}`
    case 'wait':
      return `${move.hours} hours pass`
  }
}
