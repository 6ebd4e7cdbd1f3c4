import type { Static } from 'typebox'

import type { network } from '../../../../contract/console/network.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { getUser } from '../user/get-user.ts'
import { findNetwork } from './queries.ts'
import { insertWord, type WordAbout } from './word-queries.ts'

type Tell = typeof network.tell
const PER_TEAM = { name: 'platform-words', points: 20, windowMs: 86_400_000 }

/**
 * A word to the platform's team: it rings in their console, waits there for an answer, and an alert reaches them
 * elsewhere. What it is about must
 * be the reseller's own.
 */
export async function tellPlatform(ctx: StaffCtx, input: Static<Tell['input']>): Promise<Static<Tell['output']>> {
  const { key, ...word } = input
  const text = word.text.trim()
  if (text === '') fail('request.invalid', { fields: { text: 'required' } })
  const about = await findAbout(ctx, word)
  await takeOne(ctx, PER_TEAM, String(ctx.resellerId))
  return once(ctx, 'network.tell', key, word, async (tx) => {
    const { resellerId, now } = ctx
    await insertWord(tx.db, { resellerId, member: ctx.actor.name, text, about, createdAt: now })
    const aside = { resellerId, member: ctx.actor.name, text, ...about }
    await emit(tx, 'word.asked', { resellerId, key, aside })
    // Without the text: it may name people, and alerts go to mailboxes and other programs.
    const alert = { resellerId, kind: 'reseller.word', subject: resellerSubject(resellerId) } as const
    await raiseAlert(tx.db, alert, now)
    const entry = { resellerId, actor: staffActor(ctx), action: 'platform.told', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { bodyLength: text.length } }, now)
    return {}
  })
}

/** What the word is about, for the reader: never more than its name. */
async function findAbout(
  ctx: StaffCtx,
  { nodeId, accountId }: Pick<Static<Tell['input']>, 'nodeId' | 'accountId'>,
): Promise<WordAbout> {
  if (nodeId !== undefined) {
    const node = (await findNetwork(ctx.db, ctx.resellerId)).find(({ id }) => id === nodeId) ?? fail('object.unknown')
    return { nodeId, name: node.name }
  }
  if (accountId === undefined) return {}
  const user = await getUser(ctx, accountId)
  return { accountId, name: user.userName }
}
