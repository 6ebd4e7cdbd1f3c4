import type { Logger } from 'pino'

import type { Access } from '../../contract/route.ts'
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

type Actors = {
  public: PublicActor
  anyone: PublicActor | UserActor
  user: UserActor
  partner: PublicActor
  node: NodeActor
  monitor: MonitorActor
}
type ActorOf<A extends Access> = Actors[A]

/** What a use case gets beside its input: one plain object, made per request or job. */
export type Ctx<A extends Access = Access> = {
  db: Db | Tx
  now: Date
  log: Logger
  config: Config
  language: Language
  actor: ActorOf<A>
  /** The tenant of the signed-in actor; public calls name theirs in the input. */
  resellerId: A extends 'user' ? number : A extends 'anyone' ? number | null : null
  /** The signed-in user: what queries of his own things filter by. */
  owner: A extends 'user' ? Owner : A extends 'anyone' ? Owner | null : null
  client: Client
  /** Puts a token into the answer's authorization header. */
  issueToken(token: string): void
  /** Leaves a mark in the browser. */
  setDeviceMark(mark: string): void
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
}

/** The same context with the transaction as its db; nested calls join the one that is open. */
export async function inTx<C extends Pick<Ctx, 'db'>, T>(
  ctx: C,
  work: (ctx: C & { db: Tx }) => Promise<T>,
): Promise<T> {
  if ('isTransaction' in ctx.db) return work(ctx as C & { db: Tx })
  return inTransaction(ctx.db, (tx) => work({ ...ctx, db: tx }))
}
