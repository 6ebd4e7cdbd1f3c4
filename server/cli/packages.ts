import { addPackage } from '../domains/catalogue/save-package.ts'
import { command, UsageError } from './command.ts'
import { languageOptions, oneOf, readLanguages } from './read-options.ts'

const GB_BYTES = 1024 ** 3
const KINDS = ['plan', 'pack'] as const
const SPEEDS = ['standard', 'fast', 'fastest'] as const
const PAYERS = ['reseller', 'platform'] as const

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
    name: 'packages add',
    summary: 'A plan, or a traffic pack for who has one. For sale once it has a price (price-lists set, offers fill)',
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
      return { lines: [`Package ${id} added. Next: price-lists set --package ${id}`], data: { package: id } }
    },
  }),
]

function trialOf(days: number | null, paidBy: string | null) {
  if (days === null && paidBy !== null) throw new UsageError('--trial-paid-by needs --trial-days')
  return days === null ? {} : { trialDays: days, trialPaidBy: oneOf('trial-paid-by', paidBy ?? 'reseller', PAYERS) }
}
