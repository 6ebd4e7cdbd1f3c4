import { formatFen } from '../../contract/money.ts'
import { findAllOffers } from '../domains/packages/find-for-operator.ts'
import { monthsOf, type Period } from '../domains/packages/periods.ts'
import { copyOffers, removeOffer, setOffer } from '../domains/packages/save-offer.ts'
import { auditRead, command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const PERIODS = Object.keys(monthsOf) as Period[]
const PERCENT_MAX = 1000
const NAME = {
  reseller: { kind: 'number', help: 'who sells it', isRequired: true },
  package: { kind: 'number', help: 'id of the package', isRequired: true },
  period: { kind: 'text', help: `${PERIODS.join(', ')} (a pack: once)`, isRequired: true },
} as const

export const offerCommands = [
  command({
    name: 'offers list',
    summary: 'What each reseller asks and pays for each package and period',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const offers = await findAllOffers(ctx, reseller)
      await auditRead(ctx, 'operator.offers_listed', reseller, offers.length)
      const rows = offers.map(({ retailFen, wholesaleFen, ...rest }) => {
        return { ...rest, retail: formatFen(retailFen), wholesale: formatFen(wholesaleFen) }
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
      wholesale: { kind: 'number', help: 'fen that the reseller pays the platform', isRequired: true },
    },
    async run(ctx, { reseller: resellerId, package: packageId, period, retail, wholesale }) {
      const offer = { resellerId, packageId, period: oneOf('period', period, PERIODS) }
      await setOffer(ctx, { ...offer, retailFen: retail, wholesaleFen: wholesale }, ctx.actor)
      const prices = `${formatFen(retail)} yuan, wholesale ${formatFen(wholesale)}`
      return { lines: [`Package ${packageId}, ${period}, at reseller ${resellerId}: ${prices}.`], data: offer }
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
    name: 'offers copy',
    summary: 'Give a reseller the offers of another that it lacks: a new one has none',
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
