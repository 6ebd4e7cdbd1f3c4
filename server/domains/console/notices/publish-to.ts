import type { Static } from 'typebox'

import type { NoticeAudience, notices } from '../../../../contract/console/notices.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { staffActor } from '../../audit/audit.ts'
import { publishNotice } from '../../notices/operator.ts'
import { findReaders } from './find-readers.ts'
import { findOffered } from './offered-packages.ts'
import { sendWaiting } from './send-waiting.ts'

type Publish = typeof notices.publish

/** Saves the notice now. It goes out at once, or by a job at its time. */
export async function publishTo(ctx: StaffCtx, input: Static<Publish['input']>): Promise<Static<Publish['output']>> {
  const { audience, title, body, isPinned, publishAt, expiresAt } = input
  const { resellerId, now } = ctx
  if (audience.kind === 'package') {
    const offered = await findOffered(ctx)
    if (!offered.some(({ packageId }) => packageId === audience.packageId)) fail('object.unknown')
  }
  const others = (['zh-TW', 'en'] as const).flatMap((language) => {
    const text = input[language]
    return text ? [{ language, title: text.title.trim(), body: text.body.trim() }] : []
  })
  const byLanguage = (part: 'title' | 'body') => Object.fromEntries(others.map((text) => [text.language, text[part]]))
  const rule: NoticeAudience = audience.kind === 'filter' ? { kind: 'all' } : audience
  const at = publishAt === undefined ? now : new Date(publishAt)
  return inTx(ctx, async (tx) => {
    const to = audience.kind === 'filter' ? { to: await findReaders(tx, audience.filter) } : {}
    const { noticeId } = await publishNotice(
      tx,
      {
        resellerId,
        title: title.trim(),
        body,
        titles: byLanguage('title'),
        bodies: byLanguage('body'),
        isPinned,
        publishedAt: at > now ? at : now,
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
        waiting: {
          audience: rule.kind,
          audiencePackage: rule.kind === 'package' ? Number(rule.packageId) : null,
          audienceDays: 'days' in rule ? rule.days : null,
        },
        ...to,
      },
      staffActor(ctx),
    )
    const name = { resellerId, noticeId }
    if (at > now) await addJob(tx.db, 'office.send_notice', name, { runAt: at, key: `notice:${noticeId}` })
    else await sendWaiting(tx, name)
    return { noticeId }
  })
}
