import type { Static } from 'typebox'

import type { user } from '../../../../contract/console/user.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { sendNoticeTo, publishAddressed } from '../../notices/operator.ts'
import { helperOf } from '../../sessions/operator/helper-of.ts'
import { getUser } from './get-user.ts'

type Message = typeof user.message

/** A notice with one reader. Pressed twice, it is sent once. */
export function sendMessage(ctx: StaffCtx, input: Static<Message['input']>): Promise<Static<Message['output']>> {
  const { key, ...body } = input
  return once(ctx, 'user_message', key, body, async (tx) => {
    const { resellerId, id: accountId } = await getUser(tx, body.id)
    const { title, body: text } = body
    const noticeId = await publishAddressed(tx, { resellerId, title, body: text }, helperOf(ctx).actor)
    await sendNoticeTo(tx, { resellerId, accountId }, noticeId)
    return { noticeId }
  })
}
