import type { BulkWork, GiftStanding } from '../../../contract/console/bulk.ts'
import type { Permission } from '../../../contract/permissions.ts'

export type BulkKind = BulkWork['kind']

export const bulkNeeds: Record<BulkKind, Permission> = {
  days: 'users.give',
  traffic: 'users.give',
  notice: 'notices.write',
  block: 'users.write',
  unblock: 'users.write',
  tag: 'users.help',
  untag: 'users.help',
}

/** What this member may do to many users at once; nothing without the permission for bulk work. */
export function bulkKinds(may: (permission: Permission) => boolean): BulkKind[] {
  const kinds = Object.keys(bulkNeeds) as BulkKind[]
  return may('bulk.run') ? kinds.filter((kind) => may(bulkNeeds[kind])) : []
}

/** Everything typed for all kinds, so that a member who switches kinds and back finds it again. */
export type BulkDraft = {
  kind: BulkKind
  days: number
  gb: number
  title: string
  body: string
  reason: string
  tag: string
  isFree: boolean
  /** The users that a gift includes. The expired only on purpose, because days start their package again. */
  standings: readonly GiftStanding[]
}

export const firstDraft = (kind: BulkKind): BulkDraft => ({
  kind,
  days: 3,
  gb: 10,
  title: '',
  body: '',
  reason: '',
  tag: '',
  isFree: false,
  standings: ['active', 'paused'],
})

/** Whether leaving would lose something, also in the preview, where the fields are away. */
export function isTyped(draft: BulkDraft): boolean {
  const textOf = (one: BulkDraft) => JSON.stringify({ ...one, standings: one.standings.toSorted() })
  return textOf(draft) !== textOf(firstDraft(draft.kind))
}

export const isGift = ({ kind }: BulkDraft) => kind === 'days' || kind === 'traffic'

export function toggleStanding({ standings }: BulkDraft, one: GiftStanding): GiftStanding[] {
  return standings.includes(one) ? standings.filter((other) => other !== one) : [...standings, one]
}

export function workOf({ kind, days, gb, title, body, reason, tag }: BulkDraft): BulkWork {
  switch (kind) {
    case 'days':
      return { kind, days }
    case 'traffic':
      return { kind, gb }
    case 'notice':
      return { kind, title: title.trim(), body: body.trim() }
    case 'block':
      return { kind, reason: reason.trim() }
    case 'unblock':
      return { kind }
    case 'tag':
    case 'untag':
      return { kind, tag: tag.trim() }
  }
}
