import type { Language } from '../../../contract/languages.ts'
import { formatFen } from '../../../contract/money.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { telegramStaffKinds, type TelegramStaffKind } from '../../../contract/telegram-kinds.ts'
import { inTx, type TxCtx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { permissionsOf } from '../staff/role-permissions.ts'
import { findStaffHearers } from './binding-queries.ts'
import { queueMessage } from './queue-message.ts'
import { words } from './words.ts'

/** What a higher or lower row reports by a job. `key` names the event. */
export type StaffEvent = { resellerId: number; kind: 'withdrawal' | 'payment'; key: string; amountFen: number }

const PAGES = { withdrawal: '/console/invites', payment: '/console/payments' } as const

export async function tellStaffOf(ctx: JobCtx, { resellerId, kind, key, amountFen }: StaffEvent): Promise<void> {
  // Key 0 has no team of its own: the platform's staff work there.
  const team = resellerId === 0 ? null : resellerId
  const query = team === null ? '?reseller=0' : ''
  const link = `${ctx.config.publicUrl}${PAGES[kind]}${query}`
  const say = (language: Language) => `${words[language][kind](`¥${formatFen(amountFen)}`)}\n\n${link}`
  await inTx(ctx, (tx) => tellStaff(tx, team, { kind, key, say }))
}

type Told = {
  kind: TelegramStaffKind
  key: string
  say: (language: Language, permissions: ReadonlySet<Permission>) => string
  /** Needed beside the kind's own permission. */
  also?: Permission
  onQueued?: (messageId: number) => Promise<void>
}

/** Each member who is bound, wants this kind and may know it at this moment. */
export async function tellStaff(
  tx: Pick<TxCtx, 'db' | 'now' | 'config'>,
  team: number | null,
  { kind, key, say, also, onQueued }: Told,
): Promise<void> {
  for (const hearer of await findStaffHearers(tx.db, team)) {
    const permissions = permissionsOf(hearer)
    if (hearer.muted.includes(kind) || !permissions.has(telegramStaffKinds[kind])) continue
    if (also && !permissions.has(also)) continue
    const { id: bindingId, botId, resellerId, chatId, language } = hearer
    const to = { botId, bindingId, resellerId, chatId }
    const messageId = await queueMessage(tx, { ...to, kind, key, text: say(language, permissions) })
    if (messageId !== null) await onQueued?.(messageId)
  }
}
