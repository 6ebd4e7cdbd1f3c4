import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { reminderKinds, type ReminderKind } from '../../../../contract/events.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { loadMuted, saveMuted } from './queries.ts'

type Switches = Static<typeof api.notices.reminders.output>

export async function showReminders(ctx: Ctx<'user'>): Promise<Switches> {
  return toSwitches(await loadMuted(ctx.db, ctx.owner))
}

export function setReminder(ctx: Ctx<'user'>, { kind, on }: { kind: ReminderKind; on: boolean }): Promise<Switches> {
  return inTx(ctx, async ({ db }) => {
    const others = (await loadMuted(db, ctx.owner)).filter((one) => one !== kind)
    const muted = on ? others : [...others, kind]
    await saveMuted(db, ctx.owner, muted)
    return toSwitches(muted)
  })
}

function toSwitches(muted: readonly ReminderKind[]): Switches {
  return Object.fromEntries(reminderKinds.map((kind) => [kind, !muted.includes(kind)])) as Switches
}

/** For a deleted account. */
export async function forgetReminders(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('reminderMarks')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('reminderSettings')
    .where((row) => row.and(own))
    .execute()
}
