import { monthsOf, type Period } from '../domains/catalogue/period.ts'
import { copyOffers } from '../domains/catalogue/prices/set-offer.ts'
import { fillShop, removeOffer } from '../domains/catalogue/prices/set-retail.ts'
import { command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'

export const PERIODS = Object.keys(monthsOf) as Period[]
const PERCENT_MAX = 1000
const NAME = {
  reseller: { kind: 'number', help: 'who sells it', isRequired: true },
  package: { kind: 'number', help: 'id of the package', isRequired: true },
  period: { kind: 'text', help: `${PERIODS.join(', ')} (a pack: once)`, isRequired: true },
} as const

export const offerCommands = [
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
