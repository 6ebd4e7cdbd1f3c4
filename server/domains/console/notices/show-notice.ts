import type { NoticeAudience, NoticeRow } from '../../../../contract/console/notices.ts'
import { limits } from '../../../../contract/limits.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import type { ListedNotice } from './queries.ts'

export function showNotice(
  row: ListedNotice,
  { now, language }: Pick<StaffCtx, 'now' | 'language'>,
): Answer<NoticeRow> {
  const state = stateOf(row, now)
  const isOut = state !== 'waiting' && state !== 'stopped'
  const isMarked = row.publishedAt.getTime() > now.getTime() - limits.noticeUnreadMs
  return {
    noticeId: row.id,
    title: row.title,
    state,
    audience: audienceOf(row),
    packageName: inLanguage(row.packageName, row.packageNames, language),
    isChosen: row.isAddressed && row.audience === 'all',
    isPinned: row.isPinned,
    languages: ['zh-CN', ...Object.keys(row.titles)],
    publishedAt: row.publishedAt,
    expiresAt: row.expiresAt,
    toCount: row.isAddressed && isOut ? row.toCount : null,
    readCount: isMarked ? row.readCount : null,
  }
}

function stateOf({ isHeld, withdrawnAt, publishedAt, expiresAt }: ListedNotice, now: Date): NoticeRow['state'] {
  if (withdrawnAt) return 'withdrawn'
  if (publishedAt > now) return 'waiting'
  if (isHeld) return 'stopped'
  return expiresAt && expiresAt <= now ? 'over' : 'live'
}

type Rule = Pick<ListedNotice, 'audience' | 'audiencePackage' | 'audienceDays'>

export function audienceOf({ audience, audiencePackage, audienceDays }: Rule): NoticeAudience {
  if (audience === 'package') return { kind: 'package', packageId: String(audiencePackage) }
  return audience === 'all' ? { kind: 'all' } : { kind: audience, days: audienceDays ?? 1 }
}
