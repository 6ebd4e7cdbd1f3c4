import type { ShownImport } from '../../../../contract/console/imports.ts'

/** What is typed before an import starts. */
export type StartDraft = {
  place: 'new' | 'old'
  title: string
  reseller: string
  percent: string
  source: string
  token: string
  hasLooked: boolean
}

/** Whoever imported before most likely brings what changed since. */
export function emptyDraft(imports: readonly ShownImport[]): StartDraft {
  const before = imports.find(({ undoneAt }) => undoneAt === null)
  return {
    place: before ? 'old' : 'new',
    title: '',
    reseller: before ? String(before.resellerId) : '',
    percent: '',
    source: before && before.source !== 'panel' ? before.source : '',
    token: '',
    hasLooked: false,
  }
}

/** The import that this one goes on with. */
export function openImport(
  { place, reseller, source }: StartDraft,
  imports: readonly ShownImport[],
): ShownImport | null {
  if (place === 'new') return null
  const name = source === '' ? 'panel' : source
  const found = imports.find(
    (one) => one.undoneAt === null && String(one.resellerId) === reseller && one.source === name,
  )
  return found ?? null
}

export function isReady(draft: StartDraft, open: ShownImport | null, looks: number): boolean {
  const hasPlace = draft.place === 'new' || draft.reseller !== ''
  const hasTerms = open !== null || (draft.percent !== '' && Number(draft.percent) <= 100)
  return hasPlace && hasTerms && (looks === 0 || draft.hasLooked)
}

export function wishOf({ place, title, reseller, percent, source, token, hasLooked }: StartDraft, open: object | null) {
  return {
    hasLooked,
    ...(place === 'old' ? { resellerId: Number(reseller) } : {}),
    ...(place === 'new' && title.trim() !== '' ? { title: title.trim() } : {}),
    ...(place === 'old' && source !== '' ? { source } : {}),
    ...(open ? {} : { wholesalePercent: Number(percent) }),
    ...(token.trim() === '' ? {} : { serverToken: token.trim() }),
  }
}
