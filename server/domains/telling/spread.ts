import type { EventName, Events, ReminderEvent } from '../../../contract/events.ts'
import type { TxCtx } from '../../platform/context.ts'
import { hearing, type EventTx } from '../events/emit.ts'
import { queueMail, type QueuedMail } from '../mail/queue-mail.ts'
import { remind } from '../notices/reminders/remind.ts'
import { showTo } from '../notices/show-to.ts'
import { warningTexts } from '../notices/warnings.ts'
import { ring } from '../staff/bell/ring.ts'
import { tellHooks, type ToldEvent } from '../webhooks/tell-hooks.ts'
import { user, type OfUser } from './readers.ts'
import { telling, type Hearers } from './telling.ts'

hearing.tell = async (tx, happened) => {
  const hooks = happened.flatMap(([event, about]) => toldHooks(event, about))
  if (hooks.length > 0) tellHooks(tx, ...hooks)
  for (const [event, about] of happened) {
    await tellTeam(tx, event, about)
    await tellUser(tx, event, about)
    await mailReaders(tx, event, about)
  }
}

type About = Events[EventName]
type Finder = NonNullable<Hearers<About>['to']>
// Each event's row takes what that event says: the compiler no longer sees it once both have the type of any of them.
const rowOf = (event: EventName) => telling[event] as Hearers<About, ReminderEvent>

function toldHooks(event: EventName, about: About): ToldEvent[] {
  const { hooks, isForPlatform } = rowOf(event)
  if (!hooks) return []
  const { resellerId, aside: _, ...data } = { aside: null, ...about }
  const type = event as ToldEvent['type']
  return [{ resellerId, type, object: hooks(about), data, isForPlatform: isForPlatform?.(about) ?? true }]
}

async function tellTeam(tx: EventTx, event: EventName, about: About): Promise<void> {
  const { bell, ringsAt, chat } = rowOf(event)
  const { resellerId } = about
  if (bell && resellerId !== null) ring(tx, ringsAt ? null : resellerId, bell(about))
  await chat?.(about, tx.now)?.(tx)
}

async function tellUser(tx: EventTx, event: EventName, about: About): Promise<void> {
  const { warn, remind: write } = rowOf(event)
  const { resellerId, userId: accountId } = about as OfUser
  const warning = warn?.(about)
  if (warning) await showTo(tx, { resellerId, accountId }, warningTexts(warning))
  if (!write) return
  // `emit` asks for the settings where an event reminds.
  const ctx = tx as EventTx & Pick<TxCtx, 'config'>
  const at = tx.now.toISOString()
  await remind(ctx, { resellerId, accountId }, event as ReminderEvent, (language) => write(about, { language, at }))
}

async function mailReaders(tx: EventTx, event: EventName, about: About): Promise<void> {
  const { mail, to = user as Finder } = rowOf(event)
  if (!mail) return
  for (const reader of await to(tx, about)) {
    const [template, params] = mail(about, { ...reader, at: tx.now.toISOString() })
    const { agency: _, email, ...mailed } = reader
    await queueMail(tx, { ...mailed, to: email, template, params } as QueuedMail)
  }
}
