import { staffLimits } from '../../contract/console/staff-limits.ts'
import { formatFen } from '../../contract/money.ts'
import { previewWholesale } from '../domains/catalogue/prices/preview.ts'
import {
  addPriceList,
  renamePriceList,
  assignPriceList,
  findListEntries,
  findPriceLists,
  removeListEntry,
} from '../domains/catalogue/prices/price-lists.ts'
import { setWholesale } from '../domains/catalogue/prices/set-wholesale.ts'
import { auditRead, command } from './command.ts'
import { PERIODS } from './offers.ts'
import { oneOf, readMoment } from './read-options.ts'
import { tableLines } from './table.ts'

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
    name: 'price-lists list',
    summary: 'All lists, or the prices on one, with rises that are coming',
    options: { list: { kind: 'number', help: 'show what is on this one' } },
    async run(ctx, { list }) {
      await auditRead(ctx, 'operator.price_lists_listed', null, 0)
      if (list === null) {
        const lists = (await findPriceLists(ctx)).map(({ earningsExamples: _others, ...one }) => one)
        return { lines: tableLines(lists), data: { lists } }
      }
      const entries = await findListEntries(ctx, list)
      const yuan = (fen: number | null) => (fen === null ? null : formatFen(fen))
      const rows = entries.map(
        ({ wholesaleFen, suggestedRetailFen, nextWholesaleFen, packageNames: _names, ...rest }) => ({
          ...rest,
          wholesale: yuan(wholesaleFen),
          suggested: yuan(suggestedRetailFen),
          next: yuan(nextWholesaleFen),
        }),
      )
      return { lines: tableLines(rows), data: { entries } }
    },
  }),
  command({
    name: 'price-lists add',
    summary: 'A new list, empty or with the prices of another',
    hasDryRun: true,
    options: {
      name: { kind: 'text', help: 'what it is called', isRequired: true },
      'copy-of': { kind: 'number', help: 'number of the list whose prices it begins with' },
    },
    async run(ctx, { name, 'copy-of': copyOf }) {
      const list = await addPriceList(ctx, { name, copyOf }, ctx.actor)
      return { lines: [`List ${list} added.`], data: { list } }
    },
  }),
  command({
    name: 'price-lists rename',
    summary: 'Another name of a list; nothing else changes',
    options: { ...LIST, name: { kind: 'text', help: 'what it is called', isRequired: true } },
    async run(ctx, { list: listId, name }) {
      await renamePriceList(ctx, { listId, name }, ctx.actor)
      return { lines: [`List ${listId} is ${name} now.`], data: {} }
    },
  }),
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
  command({
    name: 'price-lists own',
    summary: "What one reseller alone pays; without --wholesale its list's price counts again",
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      package: ENTRY.package,
      period: ENTRY.period,
      wholesale: { kind: 'number', help: 'fen that it pays the platform' },
      ...FROM,
    },
    async run(ctx, { reseller: resellerId, package: packageId, period: text, wholesale, from }) {
      const entry = { packageId, period: oneOf('period', text, PERIODS), wholesaleFen: wholesale }
      const wanted = readMoment('from', from)
      const { scheduled } = await setWholesale(ctx, { resellerId }, [entry], ctx.actor, wanted)
      const start = scheduled[0]?.notBefore ?? null
      const price = wholesale === null ? 'the price of its list' : `${formatFen(wholesale)} yuan`
      const when = start ? `as of ${start.toISOString()}, after a mail` : 'at once'
      const line = `Package ${packageId}, ${text}, at reseller ${resellerId}: ${price} ${when}.`
      return { lines: [line], data: { from: start } }
    },
  }),
  command({
    name: 'price-lists remove',
    summary: 'Take a price off a list. Refused while somebody sells by it',
    hasDryRun: true,
    options: ENTRY,
    async run(ctx, { list: listId, package: packageId, period }) {
      await removeListEntry(ctx, { listId, packageId, period: oneOf('period', period, PERIODS) }, ctx.actor)
      return { lines: [`Package ${packageId}, ${period}, is off list ${listId}.`], data: {} }
    },
  }),
  command({
    name: 'price-lists assign',
    summary: `Another list for a reseller: at once, or ${NOTICE} after the mail if anything gets dearer`,
    hasDryRun: true,
    options: { reseller: { kind: 'number', help: 'key of the reseller', isRequired: true }, ...LIST },
    async run(ctx, { reseller: resellerId, list: listId }) {
      const { notBefore, dearer } = await assignPriceList(ctx, { resellerId, listId }, ctx.actor)
      const when = notBefore ? `as of ${notBefore.toISOString()}: ${dearer.length} prices rise` : 'now'
      return { lines: [`Reseller ${resellerId} has list ${listId} ${when}.`], data: { from: notBefore, dearer } }
    },
  }),
]
