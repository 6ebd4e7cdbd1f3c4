import type { SourceUser } from '../neutral.ts'
import { firstOwners } from './bring-lines.ts'
import type { Work } from './context.ts'
import { hasOldPassword } from './wrap-passwords.ts'

/** What a user notices after the move, and only the source knows; the rest is read where it is asked for. */
export const noticedMarks = ['password', 'plan', 'lines', 'discount', 'telegram'] as const
export type NoticedMark = (typeof noticedMarks)[number]

/** What each user will notice, as one text from which a mark is made. Empty for most users. */
export function noticer(work: Work): (user: SourceUser) => string {
  const uuids = firstOwners(work)
  return (user) => {
    const { planId } = user
    const isNoticed: Record<NoticedMark, boolean> = {
      password: !hasOldPassword(user),
      plan: planId !== null && !work.rows.plans.has(planId),
      lines: planId !== null && uuids.get(user.uuid.toLowerCase()) !== user.id,
      discount: user.hasOwnDiscount,
      telegram: user.hasTelegram,
    }
    return noticedMarks.filter((mark) => isNoticed[mark]).join(' ')
  }
}
