import type { Static } from 'typebox'

import type { users } from '../../../contract/console/users.ts'
import type { StaffCtx } from '../../platform/context.ts'
import { loadFirst, once } from '../../platform/http/idempotency.ts'
import { seal, unseal } from '../../platform/secrets/crypto.ts'
import { createUser, insertUser, paceWelcome, type CreatedUser } from '../sessions/operator/create-user.ts'
import { helperOf } from '../sessions/operator/helper-of.ts'

type Create = typeof users.create
/** What is kept of an answer: its link opens an account, so the database has it sealed. */
type Kept = Omit<CreatedUser, 'link'> & { sealedLink: string | null }

const CALL = 'user_create'
const PURPOSE = 'first-answer'

/** Makes an account; a call with a key that came before gets the first account and its link again. */
export async function createOnce(ctx: StaffCtx, input: Static<Create['input']>): Promise<Static<Create['output']>> {
  const { key, userName, email = null, language = ctx.language } = input
  const user = { resellerId: ctx.resellerId, userName, email, language }
  const helper = helperOf(ctx)
  if (key === undefined) return createUser(ctx, user, helper)
  const body = { userName, email, language }
  const first = await loadFirst<Kept>(ctx, CALL, key, body)
  if (first) return openLink(ctx, first)
  await paceWelcome(ctx, user, helper)
  // The password is drawn inside: of many calls at once only the first takes that time.
  const kept = await once(ctx, CALL, key, body, async (tx) => sealLink(ctx, await insertUser(tx, user, helper)))
  return openLink(ctx, kept)
}

function sealLink({ config }: StaffCtx, { link, ...created }: CreatedUser): Kept {
  const owner = String(created.accountId)
  const sealedLink = link === null ? null : seal(config.secretKey, PURPOSE, owner, link).toString('base64')
  return { ...created, sealedLink }
}

/** After a change of SECRET_KEY the link of a first answer is gone. */
function openLink({ config }: StaffCtx, { sealedLink, ...created }: Kept): CreatedUser {
  if (sealedLink === null) return { ...created, link: null }
  try {
    return { ...created, link: unseal(config, PURPOSE, String(created.accountId), Buffer.from(sealedLink, 'base64')) }
  } catch {
    return { ...created, link: null }
  }
}
