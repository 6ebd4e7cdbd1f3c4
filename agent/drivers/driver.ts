import type { NodeSetup } from '../../contract/node-api.ts'
import type { SpeedMode } from '../../contract/lines.ts'

/** One user as an engine knows it. A new credential always comes with a new generation. */
export type EngineUser = {
  number: number
  generation: number
  credential: string
  /** Shadowsocks users have a port of their own; null otherwise. */
  port: number | null
  mode: SpeedMode
}

/** Bytes since the engine began to count under this key; a key never starts again at 0 within one boot. */
export type Counter = { number: number; up: number; down: number }
export type Reading = { boot: string; counters: Map<string, Counter> }
/** As the list of applied users has it: without the credential. */
export type AppliedUser = Omit<EngineUser, 'credential'>
export type Presence = {
  connections: number
  addresses: Map<number, Set<string>>
  /** Those among them that a client named itself, as `number address`. */
  claimed: ReadonlySet<string>
}

/** What the engine holds is no longer known for sure: only a restart with a fresh configuration helps. */
export class Doubt extends Error {}

/**
 * An engine on this machine. Callers never overlap two calls; what was applied is kept by applied-users.ts, so a driver
 * is never asked to add somebody twice.
 */
export type Driver = {
  /** Seconds a counter may lag behind the traffic. */
  counterLagSeconds: number
  /** How many users one `add` takes while a cut waits. */
  addChunk: number
  /** The running engine of an earlier agent in the same folder, with these users in it: it counts on. */
  attach(setup: NodeSetup, users: readonly AppliedUser[]): Promise<string | null>
  /** Starts the engine with these users. None of ours may be running. */
  start(setup: NodeSetup, users: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }>
  isRunning(): boolean
  read(): Promise<Reading>
  /** Returns numbers that could not be added. Throws Doubt when it cannot say what the engine holds. */
  add(users: readonly EngineUser[]): Promise<number[]>
  /** Keeps these users out and ends their live connections. Throws Doubt when some connections may live on. */
  remove(users: readonly AppliedUser[]): Promise<void>
  /** Numbers that should be served and are not. Throws Doubt as above. */
  verify(): Promise<number[]>
  /** Ends connections of one user from some addresses; the user stays. */
  cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void>
  /** From where users came since the last `presence`, as far as the engine tells by itself. */
  seen(): readonly { number: number; address: string }[]
  /** Live connections, with the addresses seen since the last call. */
  presence(): Promise<Presence>
  /** Lets the traffic end, reads the counters a last time, ends the engine. Null when they could not be read. */
  stop(): Promise<Reading | null>
  /** Whether a counter can never come back, so that its base may be forgotten. */
  isGone(key: string): boolean
}
