import type { FastifyRequest } from 'fastify'

import { isLoopbackName, isOnLoopback, type Config, type Reach } from '../config.ts'
import type { Client } from './context.ts'

/** Stands in the documentation: it opens nothing but a sandbox on the caller's own machine. */
export const KNOWN_PASSWORD = 'yuxian-demo'

/** The sandbox makes one monitor, of this name. Monitors have no other mark. */
export const DEMO_MONITOR = 'demo'

type Door = { config: Reach & Pick<Config, 'mode'>; client: Pick<Client, 'isLocal'> }

/** Whether a right password may open the account: never a demo's in production, and the known one only here. */
export function mayEnter({ config, client }: Door, isDemo: boolean, password: string): boolean {
  if (!admitsDemo(config, isDemo)) return false
  if (password !== KNOWN_PASSWORD) return true
  return config.mode === 'sandbox' && isOnLoopback(config) && client.isLocal
}

/** Whatever is in the tables: what the sandbox made is nobody to a production process. */
export function admitsDemo({ mode }: Pick<Config, 'mode'>, isDemo: boolean): boolean {
  return mode === 'sandbox' || !isDemo
}

/** Called by this machine, under a name of this machine, and through no proxy that says so. */
export function isLocalCall({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
  const isPassedOn = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isLoopbackName(peer) && isLoopbackName(host) && !isPassedOn
}
