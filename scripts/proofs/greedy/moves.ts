import type { Period } from '../../../server/domains/catalogue/period.ts'

/** What can be bought: five packages of which some are sold for several periods. The last two are a one-time plan and a pack. */
export const sold = [
  { name: 'plan 1', period: 'month', wholesaleFen: 900 },
  { name: 'plan 1', period: 'quarter', wholesaleFen: 2500 },
  { name: 'plan 2', period: 'month', wholesaleFen: 2000 },
  { name: 'plan 2', period: 'year', wholesaleFen: 20_000 },
  { name: 'plan 3', period: 'month', wholesaleFen: 7500 },
  { name: 'one-time plan', period: 'once', wholesaleFen: 4000 },
  { name: 'pack', period: 'once', wholesaleFen: 400 },
] as const satisfies readonly { name: string; period: Period; wholesaleFen: number }[]
export const PACK = sold.length - 1
const ONE_TIME = PACK - 1

/** Whose merchant takes the money; a balance has been paid in before. */
export type PaidBy = 'balance' | 'shared' | 'own'
export type Move =
  | { do: 'retail'; what: number; how: 'double' | 'equal' | 'half' | 'fen' }
  | { do: 'wholesale'; what: number; percent: number }
  | { do: 'terms'; creditFen: number; commissionPercent: number }
  | { do: 'buy'; who: number; what: number; coupon: number; by: PaidBy; minutes: number }
  | { do: 'order'; who: number; what: number; coupon: number }
  | { do: 'pay'; by: 'shared' | 'own' }
  | { do: 'days'; who: number; days: number; payer: 'reseller' | 'platform' }
  | { do: 'traffic'; who: number; gb: number; payer: 'reseller' | 'platform' }
  | { do: 'money'; who: number; fen: number }
  | { do: 'change'; who: number; what: number; payer: 'reseller' | 'platform' }
  | { do: 'hand'; who: number; what: number }
  | { do: 'key'; kind: 'balance' | 'package' | 'days' | 'traffic'; what: number; value: number }
  | { do: 'assign'; who: number }
  | { do: 'redeem'; who: number }
  | { do: 'void' }
  | { do: 'refund'; which: number; percent: number }
  | { do: 'unpay'; which: number; percent: number }
  | { do: 'pause'; who: number }
  | { do: 'use'; who: number; percent: number }
  | { do: 'top-up'; who: number; fen: number; by: 'shared' | 'own' }
  | { do: 'fund'; fen: number }
  | { do: 'commission'; who: number; to: 'balance' | 'bank' }
  | { do: 'withdrawal'; verdict: 'platform' | 'reseller' | 'rejected' }
  | { do: 'payout'; verdict: 'paid' | 'rejected' }
  | { do: 'wait'; hours: number }

/** A small generator whose sequence depends only on its seed. */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number): number => Math.floor(next() * (most + 1))
  const between = (least: number, most: number): number => least + upTo(most - least)
  const oneOf = <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)]!
  return { upTo, between, oneOf }
}
export type Random = ReturnType<typeof makeRandom>

/** Mostly the same one, so that one move follows from another. */
const who = ({ oneOf }: Random) => oneOf([0, 1, 1, 1, 2])
const giver = ({ upTo }: Random) => (upTo(9) === 0 ? ('platform' as const) : ('reseller' as const))
const plan = ({ upTo }: Random) => upTo(ONE_TIME)
const hours = ({ oneOf, between, upTo }: Random) =>
  upTo(9) === 0
    ? between(24 * 45, 24 * 200)
    : oneOf([between(1, 24), between(1, 24 * 6), 24 * 8, between(24 * 6, 24 * 35)])

const draw: Record<Move['do'], (random: Random) => Move> = {
  retail: (r) => ({ do: 'retail', what: r.upTo(PACK), how: r.oneOf(['double', 'equal', 'half', 'fen']) }),
  wholesale: (r) => ({ do: 'wholesale', what: r.upTo(PACK), percent: r.oneOf([10, 50, 80, 130, 300]) }),
  terms: (r) => ({ do: 'terms', creditFen: r.oneOf([0, 5000, 50_000]), commissionPercent: r.oneOf([0, 30, 100]) }),
  buy: (r) => ({
    do: 'buy',
    who: who(r),
    what: r.upTo(PACK),
    coupon: r.oneOf([0, 0, 0, 1, 2, 3]),
    by: r.oneOf(['balance', 'balance', 'shared', 'own']),
    minutes: r.oneOf([0, 0, 25]),
  }),
  order: (r) => ({ do: 'order', who: who(r), what: plan(r), coupon: r.oneOf([0, 0, 1]) }),
  pay: (r) => ({ do: 'pay', by: r.oneOf(['shared', 'own']) }),
  days: (r) => ({ do: 'days', who: who(r), days: r.oneOf([1, 7, 30, 100]), payer: giver(r) }),
  traffic: (r) => ({ do: 'traffic', who: who(r), gb: r.between(1, 40), payer: giver(r) }),
  money: (r) => ({ do: 'money', who: who(r), fen: r.between(1, 20_000) }),
  change: (r) => ({ do: 'change', who: who(r), what: r.oneOf([2, 4, 4, plan(r)]), payer: giver(r) }),
  hand: (r) => ({ do: 'hand', who: who(r), what: plan(r) }),
  key: (r) => {
    const kind = r.oneOf(['package', 'package', 'days', 'traffic', 'balance'] as const)
    const what = kind === 'traffic' ? PACK : plan(r)
    return { do: 'key', kind, what, value: kind === 'balance' ? r.between(100, 9000) : r.between(1, 40) }
  },
  assign: (r) => ({ do: 'assign', who: who(r) }),
  redeem: (r) => ({ do: 'redeem', who: who(r) }),
  void: () => ({ do: 'void' }),
  refund: (r) => ({ do: 'refund', which: r.upTo(4), percent: r.oneOf([100, 100, 50, 33, 1]) }),
  unpay: (r) => ({ do: 'unpay', which: r.upTo(2), percent: r.oneOf([100, 40]) }),
  pause: (r) => ({ do: 'pause', who: who(r) }),
  use: (r) => ({ do: 'use', who: who(r), percent: r.oneOf([10, 50, 100]) }),
  'top-up': (r) => ({ do: 'top-up', who: who(r), fen: r.between(100, 30_000), by: r.oneOf(['shared', 'own']) }),
  fund: (r) => ({ do: 'fund', fen: r.between(1000, 30_000) }),
  commission: (r) => ({ do: 'commission', who: r.upTo(1), to: r.oneOf(['balance', 'bank', 'bank']) }),
  withdrawal: (r) => ({ do: 'withdrawal', verdict: r.oneOf(['platform', 'platform', 'reseller', 'rejected']) }),
  payout: (r) => ({ do: 'payout', verdict: r.oneOf(['paid', 'paid', 'rejected']) }),
  wait: (r) => ({ do: 'wait', hours: hours(r) }),
}
/** How often each is drawn. */
const WEIGHTS: [weight: number, names: Move['do'][]][] = [
  [14, ['buy']],
  [9, ['change']],
  [6, ['retail', 'wait']],
  [5, ['days', 'redeem', 'refund', 'use']],
  [4, ['key', 'pause']],
  [3, ['wholesale']],
  [2, ['terms', 'order', 'pay', 'traffic', 'money', 'top-up', 'commission', 'withdrawal', 'payout']],
  [1, ['assign', 'void', 'unpay', 'fund']],
]
const POT = WEIGHTS.flatMap(([weight, names]) => names.flatMap((name) => Array.from({ length: weight }, () => name)))

/**
 * What somebody would try after reading the price rules. Played as a whole now and then, so that a walk gets deep in few moves.
 */
const tricks: ((random: Random) => Move[])[] = [
  // What is left of a dear package is carried into one that costs next to nothing for a minute.
  (r) => {
    const [one, from, to] = [who(r), plan(r), plan(r)]
    const by = r.oneOf(['balance', 'shared', 'own'] as const)
    const buy = { do: 'buy', who: one, coupon: 0, by, minutes: 0 } as const
    const next: Move = r.oneOf([{ ...buy, what: to } as Move, { do: 'change', who: one, what: to, payer: 'reseller' }])
    const how = r.oneOf(['fen', 'half', 'equal'] as const)
    return [{ ...buy, what: from }, { do: 'retail', what: to, how }, next, { do: 'retail', what: to, how: 'double' }]
  },
  // Time from a key and time that was bought, and the money of one of them back.
  (r) => {
    const [one, what] = [who(r), plan(r)]
    const key: Move = { do: 'key', kind: 'package', what, value: 1 }
    const buy: Move = { do: 'buy', who: one, what, coupon: 0, by: 'balance', minutes: 0 }
    return [key, { do: 'redeem', who: one }, buy, { do: 'refund', which: 0, percent: 100 }]
  },
  // A key is turned into another package.
  (r) => {
    const [one, what, to] = [who(r), plan(r), plan(r)]
    const key: Move = { do: 'key', kind: 'package', what, value: 1 }
    const buy: Move = { do: 'buy', who: one, what: to, coupon: 0, by: 'balance', minutes: 0 }
    return [key, { do: 'redeem', who: one }, buy]
  },
  // An upgrade is ordered, and paid when what it was worked out from is gone.
  (r) => {
    const one = who(r)
    const meanwhile = r.oneOf<Move>([
      { do: 'use', who: one, percent: 100 },
      { do: 'refund', which: 0, percent: 100 },
      { do: 'change', who: one, what: 4, payer: 'reseller' },
      { do: 'wholesale', what: 4, percent: 300 },
      { do: 'pause', who: one },
    ])
    return [{ do: 'order', who: one, what: r.oneOf([2, 4, 5]), coupon: 0 }, meanwhile, { do: 'pay', by: 'shared' }]
  },
  // A sale on credit that only the own merchant saw, and its commission to the bank.
  (r) => [
    { do: 'wait', hours: 24 * 8 },
    { do: 'payout', verdict: 'paid' },
    { do: 'terms', creditFen: 50_000, commissionPercent: 100 },
    { do: 'buy', who: 1, what: r.oneOf([2, 4, 5]), coupon: 0, by: 'own', minutes: 0 },
    { do: 'wait', hours: 24 * 8 },
    { do: 'commission', who: 0, to: 'bank' },
    { do: 'wait', hours: 24 * 4 },
    { do: 'withdrawal', verdict: 'platform' },
  ],
  // Money that is in the bank again before the order is refunded.
  (r) => [
    { do: 'buy', who: who(r), what: plan(r), coupon: 0, by: 'shared', minutes: 0 },
    { do: 'wait', hours: 24 * 8 },
    { do: 'payout', verdict: 'paid' },
    { do: 'refund', which: 0, percent: 100 },
  ],
]

const firstOf = (random: Random, one: number): Move => {
  return {
    do: 'buy',
    who: one,
    what: random.oneOf([0, 1, 2, 3]),
    coupon: 0,
    by: random.oneOf(['shared', 'own']),
    minutes: 0,
  }
}

export function drawMoves(random: Random, count: number): Move[] {
  // An account with a package can do more.
  const moves: Move[] = [1, 0].map((one) => firstOf(random, one))
  while (moves.length < count) {
    moves.push(...(random.upTo(7) === 0 ? random.oneOf(tricks)(random) : [draw[random.oneOf(POT)](random)]))
  }
  return moves
}

/** Puts a few sales by hand between the moves; the moves themselves stay what their seed has always drawn. */
export function withHandSales(random: Random, moves: readonly Move[]): Move[] {
  const mixed = [...moves]
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    mixed.splice(random.between(0, mixed.length), 0, draw.hand(random))
  }
  return mixed
}
