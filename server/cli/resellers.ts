import { formatFen } from '../../contract/money.ts'
import { resumeReseller, suspendReseller } from '../domains/console/resellers/suspend-reseller.ts'
import { addReseller } from '../domains/resellers/add-reseller.ts'
import type { BrandSettings } from '../domains/resellers/brand-settings.ts'
import { findResellers } from '../domains/resellers/find-resellers.ts'
import { switchReseller } from '../domains/resellers/switch-reseller.ts'
import { updateBrand } from '../domains/resellers/update-brand.ts'
import { auditRead, command, UsageError, type Outcome } from './command.ts'
import { readIcon } from './read-icon.ts'
import { readKeyFile } from './read-options.ts'
import { tableLines } from './table.ts'

const RESELLER = { reseller: { kind: 'number', help: 'key of the reseller', isRequired: true } } as const

export const resellerCommands = [
  command({
    name: 'resellers list',
    summary: 'All resellers',
    options: { waiting: { kind: 'flag', help: 'only agencies that wait to be approved' } },
    async run(ctx, { waiting }) {
      const all = await findResellers(ctx)
      const isWaiting = ({ isWhitelisted, ownerResellerId }: (typeof all)[number]) =>
        !isWhitelisted && ownerResellerId !== null
      const resellers = waiting ? all.filter(isWaiting) : all
      await auditRead(ctx, 'operator.resellers_listed', null, resellers.length)
      const rows = resellers.map(({ creditLimitFen, frameOrigins, ...rest }) => {
        return { ...rest, creditLimit: formatFen(creditLimitFen), frameOrigins: frameOrigins.join(',') || null }
      })
      return { lines: tableLines(rows), data: { resellers } }
    },
  }),
  command({
    name: 'resellers add',
    summary: 'A new reseller, off the whitelist',
    options: { key: { kind: 'number', help: 'a reserved key; without it the next free one is given' } },
    async run(ctx, { key }) {
      const reseller = await addReseller(ctx, key, ctx.actor)
      return { lines: [`Reseller ${reseller} added. Its app key is yx_${reseller}.`], data: { reseller } }
    },
  }),
  command({
    name: 'resellers set',
    summary: 'Brand, links and framing sites; an empty value goes back to the rule of the key',
    options: {
      ...RESELLER,
      title: { kind: 'text', help: 'name of the portal, up to 40 characters' },
      icon: { kind: 'path', help: 'a png, jpeg or webp file, or a data URI' },
      accent: { kind: 'text', help: 'colour such as #0f766e' },
      'kf-url': { kind: 'text', help: 'https address of the customer service page' },
      'jc-url': { kind: 'text', help: 'https address of the tutorial page' },
      contact: { kind: 'text', help: 'whom its users may ask, on the hosted help page; else OPERATOR_CONTACT' },
      'frame-origins': { kind: 'text', help: 'sites that may frame it: https://a.example,https://b.example' },
      'feed-headers-file': {
        kind: 'path',
        help: 'file with further headers of subscriptions, one name: value per line',
      },
    },
    async run(ctx, values) {
      const settings = brandSettings(values)
      if (Object.keys(settings).length === 0) throw new UsageError('nothing to set')
      await updateBrand(ctx, values.reseller, settings, ctx.actor)
      const fields = Object.keys(settings)
      return { lines: [`Reseller ${values.reseller}: ${fields.join(', ')} set.`], data: { fields } }
    },
  }),
  command({
    name: 'resellers suspend',
    summary: 'No registration, sale or payment from now on; users still sign in',
    options: {
      ...RESELLER,
      reason: { kind: 'text', help: 'what its people read in the console and by mail', isRequired: true },
    },
    async run(ctx, { reseller, reason }) {
      return turned(reseller, 'suspended', await suspendReseller(ctx, reseller, reason, ctx.actor))
    },
  }),
  command({
    name: 'resellers resume',
    summary: 'End a suspension',
    options: RESELLER,
    async run(ctx, { reseller }) {
      return turned(reseller, 'not suspended', await resumeReseller(ctx, reseller, ctx.actor))
    },
  }),
  command({
    name: 'resellers whitelist',
    summary: 'Let a reseller sell online, or no longer',
    options: {
      ...RESELLER,
      on: { kind: 'flag', help: 'sells online' },
      off: { kind: 'flag', help: 'sells by card keys and balance only' },
    },
    async run(ctx, { reseller, on, off }) {
      if (on === off) throw new UsageError('either --on or --off')
      const isChanged = await switchReseller(ctx, reseller, { name: 'whitelisted', on }, ctx.actor)
      return turned(reseller, on ? SELLS : `not ${SELLS}`, isChanged)
    },
  }),
]

type BrandOption = 'title' | 'icon' | 'accent' | 'kf-url' | 'jc-url' | 'contact' | 'frame-origins' | 'feed-headers-file'

function brandSettings(values: Record<BrandOption, string | null>): BrandSettings {
  const { title, icon, accent, 'kf-url': kfUrl, 'jc-url': jcUrl, contact } = values
  const frameOrigins = values['frame-origins']?.split(',').filter((origin) => origin !== '') ?? null
  const feedHeaders = readHeaders(values['feed-headers-file'])
  const links = { kfUrl, jcUrl, contact, frameOrigins, feedHeaders }
  const given = { title, icon: icon ? readIcon(icon) : icon, accent: accent?.toLowerCase() ?? null, ...links }
  const set = Object.entries(given).filter(([, value]) => value !== null)
  return Object.fromEntries(set.map(([name, value]) => [name, value === '' ? null : value]))
}

/** Without a file, none. */
function readHeaders(file: string | null): string[] | null {
  if (file === null) return null
  if (file === '') return []
  return readKeyFile('feed-headers-file', file)
    .split(/\r?\n/)
    .filter((line) => line !== '')
}

const SELLS = 'whitelisted'

function turned(reseller: number, state: string, changed: boolean): Outcome {
  return { lines: [`Reseller ${reseller} is ${changed ? 'now' : 'already'} ${state}.`], data: { changed } }
}
