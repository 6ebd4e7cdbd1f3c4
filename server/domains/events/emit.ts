import type { EventName, Events, ReminderEvent } from '../../../contract/events.ts'
import type { Owner, TxCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

export type EventTx = { db: Tx; now: Date }
/** The bell says times in the zone of the settings. */
type TxOf<E extends EventName> = E extends ReminderEvent ? EventTx & Pick<TxCtx, 'config'> : EventTx
export type Happened = { [E in EventName]: readonly [event: E, about: Events[E]] }[EventName]

/** server/domains/telling fills it: only it knows who hears. */
export const hearing: { tell: ((tx: EventTx, happened: readonly Happened[]) => Promise<void>) | null } = { tell: null }

/** Says what happened, in the transaction in which it does. Waits only where a reader is looked up. */
export function emit<E extends EventName>(tx: TxOf<E>, event: E, about: Events[E]): Promise<void> {
  return emitAll(tx, [[event, about] as Happened])
}

/** Several events are one statement for each way of telling. */
export async function emitAll(tx: EventTx, happened: readonly Happened[]): Promise<void> {
  if (!hearing.tell) throw new Error('nobody hears events: server/domains/telling is not loaded')
  if (happened.length > 0) await hearing.tell(tx, happened)
}

/** What events call an account. */
export const userOf = ({ resellerId, accountId }: Owner) => ({ resellerId, userId: accountId })
