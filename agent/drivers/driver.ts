import type { SpeedMode } from '../../contract/lines.ts'
import type { NodeSetup } from '../../contract/node-api.ts'

/** One user as an engine knows it. A new credential always comes with a new generation. */
export type EngineUser = {
  /** Negative for a user on a lifeline, see lifeline.ts. */
  number: number
  generation: number
  credential: string
  /** Only Shadowsocks users have their own port; null otherwise. */
  port: number | null
  mode: SpeedMode
}

/** Bytes since the engine began to count under this key. A key never restarts at 0 within one boot. */
export type Counter = { number: number; up: number; down: number }
export type Reading = { boot: string; counters: Map<string, Counter> }
/** A user in the list of applied users, which has no credentials. */
export type AppliedUser = Omit<EngineUser, 'credential'>
export type Presence = {
  connections: number
  addresses: Map<number, Set<string>>
  /** Addresses that only the client itself claimed, as `number address`. */
  claimed: ReadonlySet<string>
}

export function sumOf({ counters }: Reading): number {
  return [...counters.values()].reduce((total, { up, down }) => total + up + down, 0)
}

/** One user from one address. */
export type Pair = { number: number; address: string }

/** The engine's users are no longer known for sure: only a restart with a fresh configuration helps. */
export class Doubt extends Error {}

/**
 * An engine on this machine. Callers never overlap two calls. applied-users.ts keeps the applied users, so a driver is
 * never asked to add a user twice.
 */
export type Driver = {
  /** Seconds a counter may lag behind the traffic. */
  counterLagSeconds: number
  /** How many users one `add` takes, so that a waiting cut is not held up. */
  addChunk: number
  /** Takes over the engine that an earlier agent left running in this folder with these users. Its counters go on. */
  attach(setup: NodeSetup, users: readonly AppliedUser[]): Promise<string | null>
  /** Starts the engine with these users. No other engine of this agent may be running. */
  start(setup: NodeSetup, users: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }>
  isRunning(): boolean
  read(): Promise<Reading>
  /** Returns numbers that could not be added. Throws Doubt when the engine's users are uncertain. */
  add(users: readonly EngineUser[]): Promise<number[]>
  /** Keeps these users out and ends their live connections. Throws Doubt when some connections may survive. */
  remove(users: readonly AppliedUser[]): Promise<void>
  /** Returns numbers that should be served but are not. Throws Doubt as above. */
  verify(): Promise<number[]>
  /** Ends connections of one user from some addresses; the user stays. */
  cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void>
  /** Addresses of users since the last `presence`, as far as the engine reports them by itself. */
  seen(): readonly Pair[]
  /** Live connections, with the addresses seen since the last call. */
  presence(): Promise<Presence>
  /** Ends the traffic, reads the counters one last time and ends the engine. Null when they could not be read. */
  stop(): Promise<Reading | null>
  /**
   * Live streams of a removed user end only by a restart, which takes everybody off: one in so many milliseconds. Left out:
   * they can be cut, and one that survives needs a restart at once.
   */
  streamsEndEveryMs?: number
  /** Bytes of a user that the engine has carried and will only count later. Left out: none. */
  late?(number: number): number
  /** Keeps exactly these pairs from opening streams. Returns whether anything changed. Left out: it cannot. */
  shut?(pairs: readonly Pair[]): Promise<boolean>
  /** How many connections the node's own rules have refused since the last call. Left out: the engine does not tell. */
  takeRefusals?(): number
  /** Whether a counter can never come back, so that its base value may be forgotten. */
  isGone(key: string): boolean
}
