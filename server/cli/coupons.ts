import { DAY_MS } from '../../contract/durations.ts'
import { formatFen } from '../../contract/money.ts'
import { findCoupons } from '../domains/catalogue/find-for-operator.ts'
import { addCoupon, endCoupon } from '../domains/catalogue/save-coupon.ts'
import { getUser } from '../domains/sessions/operator/find-users.ts'
import { auditRead, command } from './command.ts'
import { tableLines } from './table.ts'

const LISTED = 200
const RESELLER = { reseller: { kind: 'number', help: 'key of the reseller', isRequired: true } } as const

export const couponCommands = [
  command({
    name: 'coupons list',
    summary: `The latest ${LISTED} coupons that are not over, with how often each is used`,
    options: {
      reseller: { kind: 'number', help: 'only of this reseller' },
      all: { kind: 'flag', help: 'also those that are over' },
    },
    async run(ctx, { reseller, all }) {
      const filter = { resellerId: reseller, validAt: all ? null : ctx.now, limit: LISTED }
      const coupons = await findCoupons(ctx, filter)
      await auditRead(ctx, 'operator.coupons_listed', reseller, coupons.length)
      const rows = coupons.map(
        ({ id: _id, accountId: _account, packageName: _name, packageNames: _names, amountFen, costFen, ...rest }) => {
          return { ...rest, yuan: amountFen === null ? null : formatFen(amountFen), cost: formatFen(costFen) }
        },
      )
      return { lines: tableLines(rows), data: { coupons } }
    },
  }),
  command({
    name: 'coupons add',
    summary: "A discount for a reseller's users, at the reseller's expense",
    hasDryRun: true,
    options: {
      ...RESELLER,
      code: { kind: 'text', help: 'what users type: 3 to 32 letters, digits and hyphens', isRequired: true },
      percent: { kind: 'number', help: 'off the price, 1 to 100' },
      fen: { kind: 'number', help: 'off the price, instead of --percent' },
      package: { kind: 'number', help: 'for this package only' },
      user: { kind: 'text', help: 'for this account only' },
      uses: { kind: 'number', help: 'how often in all' },
      'uses-per-user': { kind: 'number', help: 'how often by one user' },
      'starts-days': { kind: 'number', help: 'good after so many days; without it at once' },
      'ends-days': { kind: 'number', help: 'good for so many days from now; without it for ever' },
    },
    async run(ctx, values) {
      const { reseller: resellerId, code, percent, fen: amountFen, package: packageId, user } = values
      const inDays = (days: number | null) => (days === null ? null : new Date(ctx.now.getTime() + days * DAY_MS))
      const coupon = {
        resellerId,
        code,
        percent,
        amountFen,
        packageId,
        accountId: user === null ? null : (await getUser(ctx, resellerId, user)).id,
        usesMax: values.uses,
        usesPerAccountMax: values['uses-per-user'],
        startsAt: inDays(values['starts-days']),
        endsAt: inDays(values['ends-days']),
      }
      const id = await addCoupon(ctx, coupon, ctx.actor)
      const off = percent === null ? `${formatFen(amountFen ?? 0)} yuan` : `${percent} %`
      return { lines: [`${code.toUpperCase()} takes ${off} off at reseller ${resellerId}.`], data: { coupon: id } }
    },
  }),
  command({
    name: 'coupons end',
    summary: 'Nobody can use it from now on; orders that have it keep it',
    hasDryRun: true,
    options: { ...RESELLER, code: { kind: 'text', help: 'its code', isRequired: true } },
    async run(ctx, { reseller: resellerId, code }) {
      const changed = await endCoupon(ctx, { resellerId, code }, ctx.actor)
      return { lines: [`${code.toUpperCase()} ${changed ? 'is' : 'was'} over.`], data: { changed } }
    },
  }),
]
