import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { staffActor } from '../../audit/audit.ts'
import { markdownBlocks } from '../markdown-blocks.ts'
import { publishNotice, withdrawNotice, type NoticeText } from '../operator.ts'
import { findPlatformNotices, findUnread, insertRead, type PlatformNotice } from './queries.ts'
import { tellResellers, withdrawTold } from './tell-resellers.ts'

const { platformNotices, told } = consoleApi

const LISTED = 100

const UNREAD_MAX = 5

type Times = Pick<PlatformNotice, 'publishedAt' | 'expiresAt' | 'withdrawnAt'>

function textOf(input: Static<typeof platformNotices.publish.input>): NoticeText {
  const others = (['zh-TW', 'en'] as const).flatMap((language) => {
    const text = input[language]
    return text ? [{ language, title: text.title.trim(), body: text.body.trim() }] : []
  })
  const byLanguage = (part: 'title' | 'body') => Object.fromEntries(others.map((text) => [text.language, text[part]]))
  return {
    title: input.title.trim(),
    body: input.body,
    titles: byLanguage('title'),
    bodies: byLanguage('body'),
    publishedAt: input.publishAt === undefined ? null : new Date(input.publishAt),
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
  }
}

function stateOf({ publishedAt, expiresAt, withdrawnAt }: Times, now: Date) {
  if (withdrawnAt) return 'withdrawn' as const
  if (publishedAt > now) return 'waiting' as const
  return expiresAt && expiresAt <= now ? ('over' as const) : ('live' as const)
}

export const platformNoticeRoutes = [
  bind(platformNotices.list, async (ctx) => {
    const rows = await findPlatformNotices(ctx.db, LISTED)
    return {
      rows: rows.map(({ titles, withdrawnAt: _gone, publishedAt, expiresAt, ...row }) => ({
        ...row,
        title: inLanguage(row.title, titles, ctx.language),
        state: stateOf({ withdrawnAt: _gone, publishedAt, expiresAt }, ctx.now),
        publishedAt,
        expiresAt,
      })),
    }
  }),
  bind(platformNotices.preview, async (_ctx, { body }) => ({ blocks: markdownBlocks(body) })),
  bind(platformNotices.publish, async (ctx, input) => {
    const text = textOf(input)
    if (input.to === 'resellers') return { id: await tellResellers(ctx, text, staffActor(ctx)) }
    const wish = { ...text, resellerId: null, isPinned: false }
    return { id: (await publishNotice(ctx, wish, staffActor(ctx))).noticeId }
  }),
  bind(platformNotices.withdraw, async (ctx, { to, id }) => {
    if (to === 'resellers') await withdrawTold(ctx, id, staffActor(ctx))
    else {
      const rows = await findPlatformNotices(ctx.db, LISTED)
      // A reseller's own notice is withdrawn in its office.
      if (!rows.some((row) => row.to === 'users' && row.id === id)) fail('object.unknown')
      await withdrawNotice(ctx, { noticeId: id, resellerId: null }, staffActor(ctx))
    }
  }),
  bind(told.list, async (ctx) => {
    const rows = await findUnread(ctx.db, ctx.actor.staffId, ctx.now, UNREAD_MAX)
    return {
      rows: rows.map(({ id, title, titles, body, bodies, publishedAt }) => ({
        toldId: id,
        title: inLanguage(title, titles, ctx.language),
        blocks: markdownBlocks(inLanguage(body, bodies, ctx.language)),
        publishedAt,
      })),
    }
  }),
  bind(told.read, async (ctx, { toldId }) => {
    if (!(await insertRead(ctx.db, ctx.actor.staffId, toldId, ctx.now))) fail('object.unknown')
  }),
]
