import type { EventName, Events } from '../../../contract/events.ts'
import type { Tx } from '../../platform/db/db.ts'

export type EventTx = { db: Tx; now: Date }
export type Happened = { [E in EventName]: readonly [event: E, about: Events[E]] }[EventName]

/** server/domains/telling fills it: only it knows who hears. */
export const hearing: { tell: ((tx: EventTx, happened: readonly Happened[]) => void) | null } = { tell: null }

/** Says what happened, in the transaction in which it does. Nobody waits for it. */
export function emit<E extends EventName>(tx: EventTx, event: E, about: Events[E]): void {
  emitAll(tx, [[event, about] as Happened])
}

/** Several events are one statement for each way of telling. */
export function emitAll(tx: EventTx, happened: readonly Happened[]): void {
  if (!hearing.tell) throw new Error('nobody hears events: server/domains/telling is not loaded')
  if (happened.length > 0) hearing.tell(tx, happened)
}
