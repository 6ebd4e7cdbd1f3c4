import { brandOf } from '../../../../contract/brand.ts'
import { formatBytes } from '../../../../contract/bytes.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import type { Language } from '../../../../contract/languages.ts'
import { fillPlaceholders, type Placeholder } from '../../../../contract/ticket-placeholders.ts'
import { may, type Owner, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { quickCivil } from '../../../platform/text/quick-civil.ts'
import { auditLook } from '../../audit/audit.ts'
import { loadOutage, type Outage } from '../../nodes/outages.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { getSeenTicket, ticketSubject } from '../../tickets/answer-ticket.ts'
import { deedOf } from '../../tickets/templates/default-templates.ts'
import { findTemplates } from '../../tickets/templates/find-templates.ts'
import { findTemplatePictures } from '../../tickets/templates/template-pictures.ts'
import { findLines, loadUserCard, type UserCard } from './queries.ts'
import { findDone } from './show-desk.ts'

/** In place of what the user does not have. */
const none: Record<Language, { package: string; ends: string; lines: string }> = {
  'zh-CN': { package: '还没有套餐', ends: '没有到期日', lines: '还没有线路' },
  'zh-TW': { package: '還沒有方案', ends: '沒有到期日', lines: '還沒有線路' },
  en: { package: 'no plan yet', ends: 'no end date', lines: 'no line yet' },
}

/** A template of the member's own team, in the user's language and with the user's facts. */
export const fillTemplate: Handler<typeof consoleApi.tickets.fill> = async (ctx, { ticketId, templateId }) => {
  const ticket = await getSeenTicket(ctx, ticketId)
  const templates = await findTemplates(ctx.db, ctx.actor.resellerId)
  const template = templates.find(({ id }) => id === templateId) ?? fail('object.unknown')
  const owner = { resellerId: ctx.resellerId, accountId: ticket.accountId }
  const claimed = deedOf(templateId)
  if (claimed !== null && !(await findDone(ctx, owner, ticket.createdAt)).includes(claimed)) fail('template.not_done')
  const outage = await loadOutage(ctx.db, ctx.resellerId)
  if (templateId === 'outage' && outage === null) fail('template.not_done')
  const card = (await loadUserCard(ctx.db, owner)) ?? fail('object.unknown')
  await auditLook(ctx, 'ticket.template_filled', ticketSubject(ticketId))
  const language = card.language as Language
  const text = inLanguage(template.body, template.bodies, language)
  const told = outage === null ? {} : { outage: outageText(outage, language, ctx.config.businessTz) }
  const picturesOf = await findTemplatePictures(ctx.db, ctx.actor.resellerId)
  const pictures = picturesOf(templateId)
  return { pictures, text: fillPlaceholders(text, { ...told, ...(await factsOf(ctx, { owner, card, language })) }) }
}

type AnsweredUser = { owner: Owner; card: UserCard; language: Language }

/** A member who may not open users fills in the plan by hand, because the ticket does not tell it. */
async function factsOf(ctx: StaffCtx, asked: AnsweredUser): Promise<Partial<Record<Placeholder, string>>> {
  const { resellerId, accountId } = asked.owner
  const { title } = brandOf(resellerId, await getReseller(ctx, resellerId))
  const open = { user: asked.card.userName, brand: title }
  if (!may(ctx, 'users.read')) return open
  const lines = await findLines(ctx.db, { resellerId, accountId })
  return { ...open, ...serviceOf(ctx, asked), lines: nodesOf(lines, asked.language) }
}

function serviceOf({ config }: Pick<StaffCtx, 'config'>, { card, language }: AnsweredUser) {
  const { packageName, packageNames, expiresAt, totalBytes, usedBytes } = card
  return {
    package: packageName === null ? none[language].package : inLanguage(packageName, packageNames, language),
    ends: expiresAt === null ? none[language].ends : dayText(expiresAt, config.businessTz),
    left: formatBytes(Math.max(0, totalBytes - usedBytes)),
  }
}

function nodesOf(lines: readonly { node: string; nodeNames: unknown }[], language: Language): string {
  const names = lines.map(({ node, nodeNames }) => inLanguage(node, nodeNames, language))
  return names.length === 0 ? none[language].lines : names.join(language === 'en' ? ', ' : '、')
}

function dayText(at: Date, timeZone: string): string {
  const { year, month, day } = quickCivil(at, timeZone)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

function outageText({ nodes, since, backAt }: Outage, language: Language, timeZone: string): string {
  const names = nodes.map((node) => inLanguage(node.name, node.names, language)).join(language === 'en' ? ', ' : '、')
  const time = (at: Date) => `${dayText(at, timeZone)} ${hourText(at, timeZone)}`
  const words: Record<Language, string> = {
    'zh-CN': `${names} 从 ${time(since)} 起连不上${backAt ? `，预计 ${time(backAt)} 前恢复` : ''}`,
    'zh-TW': `${names} 從 ${time(since)} 起連不上${backAt ? `，預計 ${time(backAt)} 前恢復` : ''}`,
    en: `${names} cannot be reached since ${time(since)}${backAt ? `, and should be back by ${time(backAt)}` : ''}`,
  }
  return words[language]
}

function hourText(at: Date, timeZone: string): string {
  const { hour, minute } = quickCivil(at, timeZone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
