import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { fenOf } from '../../features/form/fen-of.ts'

const GB = 1024 ** 3
type Added = Static<typeof consoleApi.packages.add.input>
type Period = Added['prices'][number]['period']
/** Yuan, as typed; an empty wholesale price means: not sold for this period. */
type PriceDraft = { wholesale: number | string; suggested: number | string }
export type PackageDraft = {
  kind: PackageRow['kind']
  name: string
  nameZhTw: string
  nameEn: string
  note: string
  noteZhTw: string
  noteEn: string
  gb: number | string
  devices: number | string
  lines: number | string
  speed: PackageRow['speedClass']
  /** Empty: unlimited. */
  stock: number | string
  isTrial: boolean
  trialDays: number | string
  trialPaidBy: NonNullable<PackageRow['trial']>['paidBy']
  prices: Partial<Record<Period, PriceDraft>>
}

export function firstDraft(row: PackageRow | undefined): PackageDraft {
  return {
    kind: row?.kind ?? 'plan',
    name: row?.name ?? '',
    nameZhTw: row?.nameZhTw ?? '',
    nameEn: row?.nameEn ?? '',
    note: row?.note ?? '',
    noteZhTw: row?.noteZhTw ?? '',
    noteEn: row?.noteEn ?? '',
    gb: row ? row.trafficBytes / GB : '',
    devices: row?.deviceLimit ?? 3,
    lines: row?.lineLimit ?? 5,
    speed: row?.speedClass ?? 'standard',
    stock: row?.stock ?? '',
    isTrial: Boolean(row?.trial),
    trialDays: row?.trial?.days ?? 3,
    trialPaidBy: row?.trial?.paidBy ?? 'reseller',
    prices: {},
  }
}

export function isReady({ name, gb, trialDays, ...draft }: PackageDraft): boolean {
  return name.trim() !== '' && Number(gb) > 0 && (!isTrial(draft) || Number(trialDays) > 0)
}

/** Only a plan can be tried. */
export function isTrial({ kind, isTrial: isMarked }: Pick<PackageDraft, 'kind' | 'isTrial'>): boolean {
  return kind === 'plan' && isMarked
}

export function fieldsOf(draft: PackageDraft) {
  const isPlan = draft.kind === 'plan'
  return {
    name: draft.name.trim(),
    nameZhTw: draft.nameZhTw.trim(),
    nameEn: draft.nameEn.trim(),
    note: draft.note.trim(),
    noteZhTw: draft.noteZhTw.trim(),
    noteEn: draft.noteEn.trim(),
    trafficBytes: Math.round(Number(draft.gb) * GB),
    deviceLimit: isPlan ? Number(draft.devices) : 0,
    lineLimit: isPlan ? Number(draft.lines) : 0,
    speedClass: draft.speed,
    stock: draft.stock === '' ? null : Number(draft.stock),
    trial: isTrial(draft) ? { days: Number(draft.trialDays), paidBy: draft.trialPaidBy } : null,
  }
}

/** Prices for the periods that this kind of package is sold for, where one is set. */
export function pricesOf({ prices }: PackageDraft, periods: readonly Period[]): Added['prices'] {
  return periods.flatMap((period) => {
    const price = prices[period]
    if (!price || price.wholesale === '') return []
    const suggested = price.suggested === '' ? {} : { suggestedRetailFen: fenOf(price.suggested) }
    return [{ period, wholesaleFen: fenOf(price.wholesale), ...suggested }]
  })
}
