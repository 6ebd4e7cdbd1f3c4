import type { Trade } from '../../features/paying/trade.ts'
import type { AgentCard } from './agent-card.ts'

/** Nobody is signed in, so the server cannot find it again: the history entry keeps it over a reload and over "back". */
export type KeptPayment = { agent: AgentCard; trade: Trade }

export function readKept(state: unknown): KeptPayment | null {
  const kept = typeof state === 'object' && state !== null && 'payment' in state ? state.payment : null
  return (kept as KeptPayment | null) ?? null
}
