import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { findHelpsSince, insertHelp, type HelpKind } from './help-queries.ts'

export type { HelpKind } from './help-queries.ts'

type Given = { kind: HelpKind; actor: string; mayGiveAll: boolean }

/** Call with the account locked. One member gives only one kind of help in three days, unless `mayGiveAll`. */
export async function recordHelp(
  { db, now }: Pick<Ctx, 'now'> & { db: Tx },
  owner: Owner,
  { kind, actor, mayGiveAll }: Given,
): Promise<void> {
  if (!mayGiveAll) {
    const helps = await findHelpsSince(db, owner, new Date(now.getTime() - limits.helpWaitMs))
    if (helps.some((help) => help.kind !== kind && help.actor === actor)) fail('staff.second_member')
  }
  await insertHelp(db, owner, { kind, actor, createdAt: now })
}
