import { formatFen } from '../../contract/money.ts'
import { findAllOffers } from '../domains/catalogue/find-for-operator.ts'
import { monthsOf, type Period } from '../domains/catalogue/period.ts'
import { copyOffers, setOffer } from '../domains/catalogue/prices/set-offer.ts'
import { fillShop, removeOffer, switchOffer } from '../domains/catalogue/prices/set-retail.ts'
import { auditRead, command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

export const PERIODS = Object.keys(monthsOf) as Period[]
const PERCENT_MAX = 1000
const NAME = {
  reseller: { kind: 'number', help: 'who sells it', isRequired: true },
  package: { kind: 'number', help: 'id of the package', isRequired: true },
  period: { kind: 'text', help: `${PERIODS.join(', ')} (a pack: once)`, isRequired: true },
} as const

export const offerCommands = [
  command({
    name: 'offers list',
    summary: 'What each reseller asks and pays for each package and period, and whether it sells',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const offers = await findAllOffers(ctx, reseller)
      await auditRead(ctx, 'operator.offers_listed', reseller, offers.length)
      const rows = offers.map(({ retailFen, wholesaleFen, ...rest }) => {
        const wholesale = wholesaleFen === null ? null : formatFen(wholesaleFen)
        return { ...rest, retail: formatFen(retailFen), wholesale }
      })
      return { lines: tableLines(rows), data: { offers } }
    },
  }),
  command({
    name: 'offers set',
    summary: 'The price of a package for one period at one reseller. Open quotes end',
    hasDryRun: true,
    options: {
      ...NAME,
      retail: { kind: 'number', help: 'fen that users pay', isRequired: true },
      wholesale: { kind: 'number', help: "fen that this reseller alone pays the platform (without: its list's)" },
      'confirm-loss': { kind: 'flag', help: 'retail below wholesale is meant' },
    },
    async run(ctx, { reseller: resellerId, package: packageId, period, retail, wholesale, 'confirm-loss': isLoss }) {
      const offer = { resellerId, packageId, period: oneOf('period', period, PERIODS) }
      const prices = { retailFen: retail, wholesaleFen: wholesale, isLossConfirmed: isLoss }
      const waiting = await setOffer(ctx, { ...offer, ...prices }, ctx.actor)
      const from = waiting ? `, as of ${waiting.notBefore.toISOString()}` : ''
      const pays = wholesale === null ? '' : `, wholesale ${formatFen(wholesale)}${from}`
      const line = `Package ${packageId}, ${period}, at reseller ${resellerId}: ${formatFen(retail)} yuan${pays}.`
      return { lines: [line], data: { ...offer, wholesaleFrom: waiting?.notBefore ?? null } }
    },
  }),
  command({
    name: 'offers switch',
    summary: 'Sell it or not, at the price it has',
    hasDryRun: true,
    options: {
      ...NAME,
      on: { kind: 'flag', help: 'for sale' },
      off: { kind: 'flag', help: 'not for sale, and not renewed' },
    },
    async run(ctx, { reseller: resellerId, package: packageId, period, on, off }) {
      if (on === off) throw new UsageError('either --on or --off')
      const name = { resellerId, packageId, period: oneOf('period', period, PERIODS) }
      const changed = await switchOffer(ctx, name, on, ctx.actor)
      const what = `Package ${packageId}, ${period}, at reseller ${resellerId}`
      return { lines: [`${what}: ${on ? 'for sale' : 'not for sale'}.`], data: { changed } }
    },
  }),
  command({
    name: 'offers remove',
    summary: 'Not for sale any more. Who has it cannot renew it for this period',
    hasDryRun: true,
    options: NAME,
    async run(ctx, { reseller: resellerId, package: packageId, period }) {
      const offer = { resellerId, packageId, period: oneOf('period', period, PERIODS) }
      await removeOffer(ctx, offer, ctx.actor)
      return { lines: [`Package ${packageId}, ${period}, is not sold by reseller ${resellerId}.`], data: offer }
    },
  }),
  command({
    name: 'offers fill',
    summary: 'Give a reseller what its price list suggests and it lacks; a new agency has had it',
    hasDryRun: true,
    options: { reseller: NAME.reseller },
    async run(ctx, { reseller }) {
      const filled = await fillShop(ctx, reseller, ctx.actor)
      return { lines: [`${filled} offers added to reseller ${reseller}.`], data: { filled } }
    },
  }),
  command({
    name: 'offers copy',
    summary: 'Give a reseller the offers of another that it lacks',
    hasDryRun: true,
    options: {
      from: { kind: 'number', help: 'key of the reseller that has them', isRequired: true },
      reseller: { kind: 'number', help: 'who gets them', isRequired: true },
      'retail-percent': { kind: 'number', help: "retail as a percentage of the other's (default 100)" },
    },
    async run(ctx, { from, reseller: to, 'retail-percent': percent }) {
      const retailPercent = percent ?? 100
      if (retailPercent < 1 || retailPercent > PERCENT_MAX) {
        throw new UsageError(`--retail-percent must be 1 to ${PERCENT_MAX}`)
      }
      const copied = await copyOffers(ctx, { from, to, retailPercent }, ctx.actor)
      return { lines: [`${copied} offers copied to reseller ${to}.`], data: { copied } }
    },
  }),
]
