import { isOnLoopback, type Config, type Reach } from '../../config.ts'
import type { Client } from '../context.ts'

/** It is in the documentation, so it opens only a sandbox on the caller's own machine. */
export const KNOWN_PASSWORD = 'yuxian-demo'

/** The name of the one monitor that the sandbox makes. Monitors have no other mark. */
export const DEMO_MONITOR = 'demo'

type Door = { config: Reach & Pick<Config, 'mode'>; client: Pick<Client, 'isLocal'> }

/**
 * Whether a right password may open the account: never a demo account in production, and the known password only on
 * this machine.
 */
export function mayEnter({ config, client }: Door, isDemo: boolean, password: string): boolean {
  if (!admitsDemo(config, isDemo)) return false
  if (password !== KNOWN_PASSWORD) return true
  return config.mode === 'sandbox' && isOnLoopback(config) && client.isLocal
}

/** A production process ignores accounts that the sandbox made, whatever is in the tables. */
export function admitsDemo({ mode }: Pick<Config, 'mode'>, isDemo: boolean): boolean {
  return mode === 'sandbox' || !isDemo
}
