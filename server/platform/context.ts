import type { Logger } from 'pino'

import { staffLimits } from '../../contract/console/staff-limits.ts'
import type { Language } from '../../contract/languages.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Access, StaffScope } from '../../contract/route.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from './db/db.ts'
import { inTransaction } from './db/db.ts'

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

/** The owner of a thing: an account's id is valid only within its reseller. */
export type Owner = { resellerId: number; accountId: number }
export type StaffActor = {
  kind: 'staff'
  staffId: number
  name: string
  /** Null: a staff member of the platform. */
  resellerId: number | null
  roleName: string
  permissions: ReadonlySet<Permission>
  sessionId: string
  /** When the member last proved the factor (or, without one, the password). */
  provedAt: Date
  /** Set when the operator calls from the machine: the name for the log. There is no member then, and staffId is 0. */
  operator?: string
  /** Set when a program calls with a key: then the member is the key's maker. */
  apiKey?: ApiKeyMark
}
/** `short` is the part of the key that may be shown. */
export type ApiKeyMark = { id: number; short: string }

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

/** What a use case gets beside its input: one plain object per request or job. */
export type Ctx<A extends Access = Access> = {
  db: Db | Tx
  /** Set where `db` is a replica: use it to record who looked. */
  primary?: Db
  now: Date
  log: Logger
  config: Config
  language: Language
  actor: ActorOf<A>
  /** The signed-in user's reseller; for staff the reseller they work in. Public calls name theirs in the input. */
  resellerId: A extends 'user' | 'staff' ? number : A extends 'anyone' ? number | null : null
  /** The signed-in user. Queries of the user's own things filter by it. */
  owner: A extends 'user' ? Owner : A extends 'anyone' ? Owner | null : null
  client: Client
  /** Puts a token into the answer's authorization header. */
  issueToken(token: string): void
  /** Stores the device mark in the browser. */
  setDeviceMark(mark: string): void
  /** Gives the browser a console token; null removes it. */
  setConsoleToken(token: string | null): void
}

type ResellerOf = { reseller: number; platform: null; any: number | null }

/** The context of a staff route by its scope: only the scope `reseller` surely has a reseller. */
export type StaffCtx<S extends StaffScope = 'reseller'> = Omit<Ctx<'staff'>, 'resellerId'> & {
  resellerId: ResellerOf[S]
}

/** Decides what to show and refuse inside a call whose own permission is already checked. */
export function may({ actor }: Pick<Ctx<'staff'>, 'actor'>, permission: Permission): boolean {
  return actor.permissions.has(permission)
}

/** Whether the member has just proved the factor (or, without one, the password). */
export function isProved({ actor, now }: Pick<Ctx<'staff'>, 'actor' | 'now'>): boolean {
  return now.getTime() - actor.provedAt.getTime() < staffLimits.proofMs
}

/** The context inside a transaction, for requests and jobs alike. */
export type TxCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Tx }

/** The caller of a request. */
export type Client = {
  address: string
  userAgent: string
  host: string
  /** The page's cookie of that name: which brand the page shows. */
  appKey: string | null
  /** Sealed: the accounts this browser has signed in to. */
  deviceMark?: string | null
  /** Called from this machine itself, not through a proxy. Only such calls may use the sandbox's shortcuts. */
  isLocal: boolean
}

/** Runs `work` with a transaction as its db; nested calls join the open one. The reads of `read` are sent along. */
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
