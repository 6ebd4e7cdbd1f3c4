import { staffLimits } from '../../contract/console/staff-limits.ts'
import { formatFen } from '../../contract/money.ts'
import { previewWholesale } from '../domains/catalogue/prices/preview.ts'
import { setWholesale } from '../domains/catalogue/prices/set-wholesale.ts'
import { command } from './command.ts'
import { PERIODS } from './offers.ts'
import { oneOf, readMoment } from './read-options.ts'

const NOTICE = `${staffLimits.wholesaleNoticeDays} days`
const LIST = { list: { kind: 'number', help: 'number of the list; 0 is the default', isRequired: true } } as const
const ENTRY = {
  ...LIST,
  package: { kind: 'number', help: 'id of the package', isRequired: true },
  period: { kind: 'text', help: `${PERIODS.join(', ')} (a pack: once)`, isRequired: true },
} as const
const FROM = {
  from: { kind: 'text', help: 'of a higher price: not before, such as 2026-12-01T00:00:00+08:00' },
} as const

export const priceListCommands = [
  command({
    name: 'price-lists set',
    summary: `What resellers of a list pay. Lower acts at once, higher ${NOTICE} after the mail to them`,
    hasDryRun: true,
    options: {
      ...ENTRY,
      wholesale: { kind: 'number', help: 'fen that a reseller pays the platform', isRequired: true },
      suggested: { kind: 'number', help: 'fen that a new agency asks at first' },
      ...FROM,
    },
    async run(ctx, { list: listId, package: packageId, period: text, wholesale, suggested, from: wanted }) {
      const period = oneOf('period', text, PERIODS)
      const effects = await previewWholesale(ctx, { listId }, { packageId, period, wholesaleFen: wholesale })
      const entry = { packageId, period, wholesaleFen: wholesale }
      const price = suggested === null ? entry : { ...entry, suggestedRetailFen: suggested }
      const { scheduled } = await setWholesale(ctx, { listId }, [price], ctx.actor, readMoment('from', wanted))
      const from = scheduled[0]?.notBefore ?? null
      const below = effects.filter(({ sellsBelow, isConfirmed }) => sellsBelow && !isConfirmed)
      const when = from ? `as of ${from.toISOString()}, after a mail to those who sell it` : 'at once'
      const stops = below.map(({ resellerId }) => resellerId).join(', ')
      const lines = [`Package ${packageId}, ${period}, on list ${listId}: ${formatFen(wholesale)} yuan ${when}.`]
      if (below.length > 0) lines.push(`These would sell below it and stop: resellers ${stops}.`)
      return { lines, data: { from, below } }
    },
  }),
]
