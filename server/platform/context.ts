import type { Logger } from 'pino'

import { staffLimits } from '../../contract/console/staff-limits.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Access, StaffScope } from '../../contract/route.ts'
import type { Language } from '../../contract/languages.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './db.ts'

export type UserActor = {
  kind: 'user'
  sessionId: string
  accountId: number
  userName: string
  strength: 'password' | 'remembered'
}
export type PublicActor = { kind: 'public' }
export type NodeActor = { kind: 'node'; nodeId: number }
export type MonitorActor = {
  kind: 'monitor'
  monitorId: number
  userName: string
  sessionId: string
  /** Null: sees every reseller. */
  resellerId: number | null
}

/** Whose a thing is: an account's id counts within its reseller alone. */
export type Owner = { resellerId: number; accountId: number }
export type StaffActor = {
  kind: 'staff'
  staffId: number
  name: string
  /** Null: the platform's. */
  resellerId: number | null
  roleName: string
  permissions: ReadonlySet<Permission>
  sessionId: string
  /** When the factor (or, without one, the password) was last shown. */
  provedAt: Date
}

type Actors = {
  public: PublicActor
  anyone: PublicActor | UserActor
  user: UserActor
  partner: PublicActor
  node: NodeActor
  monitor: MonitorActor
  staff: StaffActor
}
type ActorOf<A extends Access> = Actors[A]

/** What a use case gets beside its input: one plain object, made per request or job. */
export type Ctx<A extends Access = Access> = {
  db: Db | Tx
  /** Where `db` is a replica: who looked is written down here. */
  primary?: Db
  now: Date
  log: Logger
  config: Config
  language: Language
  actor: ActorOf<A>
  /** The tenant of the signed-in actor, of staff the one it works in; public calls name theirs in the input. */
  resellerId: A extends 'user' | 'staff' ? number : A extends 'anyone' ? number | null : null
  /** The signed-in user: what queries of his own things filter by. */
  owner: A extends 'user' ? Owner : A extends 'anyone' ? Owner | null : null
  client: Client
  /** Puts a token into the answer's authorization header. */
  issueToken(token: string): void
  /** Leaves a mark in the browser. */
  setDeviceMark(mark: string): void
  /** Gives the browser a console token; null takes it away. */
  setConsoleToken(token: string | null): void
}

type ResellerOf = { reseller: number; platform: null; any: number | null }

/** Of a staff route by its scope: only those of one reseller have one for sure. */
export type StaffCtx<S extends StaffScope = 'reseller'> = Omit<Ctx<'staff'>, 'resellerId'> & {
  resellerId: ResellerOf[S]
}

/** Decides what is shown and what is refused inside a call whose own permission is there already. */
export function may({ actor }: Pick<Ctx<'staff'>, 'actor'>, permission: Permission): boolean {
  return actor.permissions.has(permission)
}

/** Whether the member has shown the factor (or, without one, the password) a moment ago. */
export function isProved({ actor, now }: Pick<Ctx<'staff'>, 'actor' | 'now'>): boolean {
  return now.getTime() - actor.provedAt.getTime() < staffLimits.proofMs
}

/** Inside a transaction, of a request or of a job alike. */
export type TxCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Tx }

/** Who is on the other end of the wire. */
export type Client = {
  address: string
  userAgent: string
  host: string
  /** The page's cookie of that name: which brand it wears. */
  appKey: string | null
  /** Sealed: the accounts this browser has signed in to. */
  deviceMark?: string | null
  /** By this machine itself, and not through a proxy: what the sandbox makes easy is easy for it alone. */
  isLocal: boolean
}

/** The same context with the transaction as its db; nested calls join the one that is open. What `read` asks goes along. */
export async function inTx<C extends Pick<Ctx, 'db'>, T, F = undefined>(
  ctx: C,
  work: (ctx: C & { db: Tx }, found: F) => Promise<T>,
  read?: (ctx: C & { db: Tx }) => Promise<F>,
): Promise<T> {
  if ('isTransaction' in ctx.db) {
    const joined = ctx as C & { db: Tx }
    return work(joined, (await read?.(joined)) as F)
  }
  return inTransaction(
    ctx.db,
    (tx, found: F) => work({ ...ctx, db: tx }, found),
    read && ((tx) => read({ ...ctx, db: tx })),
  )
}
