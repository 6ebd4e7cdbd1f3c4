import { findPackages } from '../domains/catalogue/find-for-operator.ts'
import { orderPackages } from '../domains/catalogue/order-packages.ts'
import { addPackage, changePackage, type PackageChange } from '../domains/catalogue/save-package.ts'
import type { ByLanguage } from '../platform/text/by-language.ts'
import { auditRead, command, UsageError, type CliCtx, type Outcome } from './command.ts'
import { languageOptions, oneOf, readLanguages } from './read-options.ts'
import { tableLines } from './table.ts'

const GB_BYTES = 1024 ** 3
const KINDS = ['plan', 'pack'] as const
const SPEEDS = ['standard', 'fast', 'fastest'] as const
const PAYERS = ['reseller', 'platform'] as const
const PACKAGE = { package: { kind: 'number', help: 'its id', isRequired: true } } as const
const FIELDS = {
  ...languageOptions('name'),
  note: { kind: 'text', help: 'one line below the name' },
  ...languageOptions('note'),
  devices: { kind: 'number', help: 'of a plan: devices at a time' },
  lines: { kind: 'number', help: 'of a plan: lines at a time' },
  speed: { kind: 'text', help: `${SPEEDS.join(', ')} (default standard)` },
  stock: { kind: 'number', help: 'how many are left; without it any number' },
  place: { kind: 'number', help: 'small ones come first (default 0)' },
  'trial-days': { kind: 'number', help: 'makes a plan a free trial of so many days; never sold' },
  'trial-paid-by': {
    kind: 'text',
    help: `who bears the trial's wholesale price: ${PAYERS.join(', ')} (default reseller)`,
  },
} as const

export const packageCommands = [
  command({
    name: 'packages list',
    summary: 'Packages on sale. Prices: offers list',
    options: { all: { kind: 'flag', help: 'also those off the list' } },
    async run(ctx, { all }) {
      const packages = await findPackages(ctx, !all)
      await auditRead(ctx, 'operator.packages_listed', null, packages.length)
      const rows = packages.map(({ trafficBytes, names, notes, ...rest }) => ({
        ...rest,
        names: Object.values(names as ByLanguage).join(', '),
        notes: Object.values(notes as ByLanguage).join(', '),
        gb: trafficBytes / GB_BYTES,
      }))
      return { lines: tableLines(rows), data: { packages } }
    },
  }),
  command({
    name: 'packages add',
    summary: 'A plan, or a traffic pack for who has one. For sale once it has a price (offers set)',
    options: {
      kind: { kind: 'text', help: KINDS.join(', '), isRequired: true },
      name: { kind: 'text', help: 'what users see, up to 40 characters', isRequired: true },
      gb: { kind: 'number', help: 'traffic a month, of a pack in all', isRequired: true },
      ...FIELDS,
    },
    async run(ctx, { kind, name, gb, note, devices, lines, speed, stock, place, ...more }) {
      const wish = {
        kind: oneOf('kind', kind, KINDS),
        name,
        names: readLanguages(more['name-zh-tw'], more['name-en']),
        note: note ?? '',
        notes: readLanguages(more['note-zh-tw'], more['note-en']),
        trafficBytes: gb * GB_BYTES,
        deviceLimit: devices ?? 0,
        lineLimit: lines ?? 0,
        speedClass: oneOf('speed', speed ?? 'standard', SPEEDS),
        stock,
        place: place ?? 0,
        ...trialOf(more['trial-days'], more['trial-paid-by']),
      }
      const id = await addPackage(ctx, wish, ctx.actor)
      return { lines: [`Package ${id} added. Next: offers set --package ${id}`], data: { package: id } }
    },
  }),
  command({
    name: 'packages edit',
    summary: 'Change a package. Who has bought it keeps what was bought until the next purchase',
    options: {
      ...PACKAGE,
      name: { kind: 'text', help: 'what users see' },
      gb: { kind: 'number', help: 'traffic' },
      ...FIELDS,
      'stock-any': { kind: 'flag', help: 'sell any number' },
      'no-trial': { kind: 'flag', help: 'sell it as any other' },
    },
    async run(ctx, { package: id, name, gb, note, devices, lines, speed, stock, place, 'stock-any': isAny, ...more }) {
      if (stock !== null && isAny) throw new UsageError('--stock or --stock-any, one of them')
      const given = {
        name,
        note,
        trafficBytes: gb === null ? null : gb * GB_BYTES,
        deviceLimit: devices,
        lineLimit: lines,
        speedClass: speed === null ? null : oneOf('speed', speed, SPEEDS),
        stock,
        place,
      }
      const set = Object.entries(given).filter(([, value]) => value !== null)
      const names = readLanguages(more['name-zh-tw'], more['name-en'])
      const notes = readLanguages(more['note-zh-tw'], more['note-en'])
      const change = {
        ...Object.fromEntries(set),
        ...(isAny ? { stock: null } : {}),
        ...(more['no-trial'] ? NO_TRIAL : trialOf(more['trial-days'], more['trial-paid-by'])),
        ...(Object.keys(names).length > 0 ? { names } : {}),
        ...(Object.keys(notes).length > 0 ? { notes } : {}),
      } as PackageChange
      if (Object.keys(change).length === 0) throw new UsageError('nothing to change')
      return tell(id, await changePackage(ctx, id, change, ctx.actor))
    },
  }),
  command({
    name: 'packages order',
    summary: 'In which order users see them',
    hasDryRun: true,
    options: { packages: { kind: 'text', help: 'ids of all of them, first one first: 3,1,2', isRequired: true } },
    async run(ctx, { packages }) {
      const ids = packages.split(',').map(Number)
      if (!ids.every(Number.isInteger)) throw new UsageError('--packages must be ids such as 3,1,2')
      await orderPackages(ctx, ids, ctx.actor)
      return { lines: [`Order: ${ids.join(', ')}.`], data: { packages: ids } }
    },
  }),
  command({
    name: 'packages unlist',
    summary: 'Sell it no more, at any reseller. Who has it keeps it to its end',
    options: PACKAGE,
    run: (ctx, { package: id }) => list(ctx, id, false),
  }),
  command({
    name: 'packages relist',
    summary: 'Sell it again, wherever it has a price',
    options: PACKAGE,
    run: (ctx, { package: id }) => list(ctx, id, true),
  }),
]

const NO_TRIAL = { trialDays: null, trialPaidBy: null }

function trialOf(days: number | null, paidBy: string | null) {
  if (days === null && paidBy !== null) throw new UsageError('--trial-paid-by needs --trial-days')
  return days === null ? {} : { trialDays: days, trialPaidBy: oneOf('trial-paid-by', paidBy ?? 'reseller', PAYERS) }
}

async function list(ctx: CliCtx, id: number, isListed: boolean): Promise<Outcome> {
  const fields = await changePackage(ctx, id, { isListed }, ctx.actor)
  const state = `${isListed ? 'on' : 'off'} the list`
  const changed = fields.length > 0
  return { lines: [`Package ${id} is ${changed ? 'now' : 'already'} ${state}.`], data: { changed } }
}

function tell(id: number, fields: string[]): Outcome {
  const what = fields.length > 0 ? `${fields.join(', ')} changed` : 'nothing is different'
  return { lines: [`Package ${id}: ${what}.`], data: { fields } }
}
