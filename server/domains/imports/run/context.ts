import type { Ctx } from '../../../platform/context.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'
import type { SourceRows } from './collect.ts'
import type { KnownThings, Of } from './queries.ts'

export type ImportCtx = Pick<Ctx, 'db' | 'now' | 'config'> & {
  actor: string
  /** All is rolled back: nothing slow is worth its time. */
  isDryRun: boolean
  /** Told as a stage begins, and as each part of it ends. */
  onProgress?: (progress: Progress) => void
}
/** `of` is 0 where the parts of a stage are not counted. */
export type Progress = { stage: string; done: number; of: number }

/** What a stage works on. */
export type Work = Of & {
  rows: SourceRows
  wholesalePercent: number
  /** Read once a stage. */
  known: KnownThings
  /** Users who are as they were, by their old number. */
  same: Set<number>
  /** Users whose change at the source did not come, since they have bought here. */
  unsettled: Set<number>
  /** Accounts that had a service of this import already and have another one now. */
  refreshed: number[]
  /** The report of this run, which the stages fill. */
  brought: Brought
}

/** What was changed there and here: ours stays, and a person is told. */
export function keepHere({ brought }: Pick<Work, 'brought'>, what: string): void {
  brought.nodesLeft.push(what)
}

/** The report is for a person: of many it names the first, and counts all. */
export const NAMED_MAX = 20

/** Another panel that came here, or somebody here, has the code: the second one does not come. */
export function tellTakenCode(work: Pick<Work, 'brought'>, kind: 'coupon' | 'gift code', oldKey: string): void {
  const count = kind === 'coupon' ? ++work.brought.couponsTakenHere : ++work.brought.giftsTakenHere
  if (count <= NAMED_MAX) keepHere(work, `${kind} ${oldKey}: another one here has this code, so it did not come`)
}

export type Brought = {
  packages: number
  packagesChanged: number
  nodes: number
  nodesChanged: number
  textsChanged: number
  ticketsChanged: number
  /** Nodes that our settings cannot say, and what was changed both there and here since: a sentence each. */
  nodesLeft: string[]
  lines: number
  /** Old subscription addresses. */
  tokens: number
  /** Nodes that agents of the old panel can ask for, since this run or an earlier one. */
  nodeKeys: number
  coupons: number
  couponsChanged: number
  /** Left out, since another one here has the code. */
  couponsTakenHere: number
  /** Gift codes that became keys, and what these cost the reseller, whose liability it is. */
  gifts: number
  giftsFen: number
  /** Became other keys, or none any more. */
  giftsChanged: number
  /** Used at the old panel since: void here, or used here before. */
  giftsEnded: number
  giftsTwice: number
  giftsTakenHere: number
  notices: number
  articles: number
  tickets: number
  users: number
  usersChanged: number
  blocksChanged: number
  /** Users whose name somebody of the reseller had already. */
  namesTakenHere: number
  services: number
  servicesChanged: number
  /** Wholesale of time and traffic that nobody paid here: the platform bears it. */
  borneFen: number
  /** Left as they are here, though the source has changed. */
  plansLeft: number
  textsLeft: number
  ticketsLeft: number
  servicesLeft: number
  passwordsWrapped: number
  entries: number
  /** Entries refused because the user has spent here what the source no longer has. */
  entriesRefused: number
  /** In the books for this import, as it is now. */
  balanceFen: number
  commissionFen: number
  /** Came with an earlier file, and are not in this one. */
  goneUsers: number
}

export const nothingYet = (): Brought => ({
  packages: 0,
  packagesChanged: 0,
  nodes: 0,
  nodesChanged: 0,
  textsChanged: 0,
  ticketsChanged: 0,
  nodesLeft: [],
  lines: 0,
  tokens: 0,
  nodeKeys: 0,
  coupons: 0,
  couponsChanged: 0,
  couponsTakenHere: 0,
  gifts: 0,
  giftsFen: 0,
  giftsChanged: 0,
  giftsEnded: 0,
  giftsTwice: 0,
  giftsTakenHere: 0,
  notices: 0,
  articles: 0,
  tickets: 0,
  users: 0,
  usersChanged: 0,
  blocksChanged: 0,
  namesTakenHere: 0,
  services: 0,
  servicesChanged: 0,
  borneFen: 0,
  plansLeft: 0,
  textsLeft: 0,
  ticketsLeft: 0,
  servicesLeft: 0,
  passwordsWrapped: 0,
  entries: 0,
  entriesRefused: 0,
  balanceFen: 0,
  commissionFen: 0,
  goneUsers: 0,
})

/** Tells whether a part of a row has changed, and tells nobody what it was. */
export function markOf({ config }: Pick<Ctx, 'config'>, parts: readonly unknown[]): string {
  const text = JSON.stringify(parts, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return hmac(config.secretKey, 'import', text).subarray(0, 12).toString('base64url')
}

export function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
