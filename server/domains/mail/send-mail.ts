import { brandOf } from '../../../contract/brand.ts'
import { hasMail } from '../../config.ts'
import { unseal } from '../../platform/crypto.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { plainName, plainTitle } from '../resellers/agency-name.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { deliverMail } from './deliver-mail.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { deleteMail, dropSealedCode, loadMail, markSent, type MailRow } from './queries.ts'
import { renderMail } from './render-mail.ts'

/** The job behind every mail. Delivered at least once; a code is opened here, in memory, and nowhere before. */
export async function sendMail(ctx: JobCtx, { mailId }: { mailId: string }): Promise<void> {
  const mail = await loadMail(ctx.db, mailId)
  if (!mail || mail.sentAt) return
  // Asked for by a name that nobody has, or that may not have it: it existed only to cost the same.
  if (mail.toAddress === '') return deleteMail(ctx.db, mailId)
  if (!hasMail(ctx.config) || isTooLate(mail, ctx.now)) return dropSealedCode(ctx.db, mail.codeId)
  try {
    await deliver(ctx, mail)
  } catch (error) {
    await giveUpWhenLast(ctx, mail, error)
  }
}

async function deliver(ctx: JobCtx, mail: MailRow): Promise<void> {
  const reseller = await getReseller(ctx, mail.resellerId)
  const own = brandOf(mail.resellerId, reseller)
  // Rows from before names were looked at, and titles, in which anything may stand.
  const brand = { ...own, title: plainTitle(mail.resellerId, own.title) }
  const secret = openCode(ctx, mail)
  const linkToPortal = await resellerLinks(ctx, mail.resellerId)
  const rendered = renderMail({
    template: mail.template,
    language: mail.language,
    brand,
    userName: mail.userName ?? '',
    params: mail.params,
    code: mail.template === 'staff_invited' ? null : secret,
    timeZone: ctx.config.businessTz,
    linkTo: (path) => (path.startsWith('/console') ? linkToConsole(ctx, path, secret) : linkToPortal(path)),
  })
  const senderName = plainName(reseller.senderName ?? '') || brand.title
  await deliverMail(ctx.config, { ...rendered, id: mail.id, to: mail.toAddress, senderName })
  await markSent(ctx.db, mail, ctx.now)
}

/** The console stands at one host. What opens it goes behind the #, which no server and no proxy sees. */
function linkToConsole({ config }: JobCtx, path: string, secret: string | null): string {
  return `${config.publicUrl}${path}${path === '/console/join' && secret ? `#${secret}` : ''}`
}

/** A code that was replaced, used or has run out helps nobody, and a late one would only confuse. */
function isTooLate(mail: MailRow, now: Date): boolean {
  if (!mail.template.startsWith('code_') && mail.template !== 'staff_invited') return false
  return !mail.sealedCode || !mail.codeExpiresAt || mail.codeExpiresAt <= now
}

function openCode(ctx: JobCtx, { codeId, sealedCode }: MailRow): string | null {
  return codeId && sealedCode ? unseal(ctx.config, 'mail-code', codeId, sealedCode) : null
}

/** What a mail server answers may repeat the address or the text, and a job keeps its error: only the codes go on. */
async function giveUpWhenLast(ctx: JobCtx, mail: MailRow, error: unknown): Promise<never> {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const reason = [code ?? (error as Error).name, responseCode].filter(Boolean).join(' ')
  if (ctx.isLastAttempt) {
    await dropSealedCode(ctx.db, mail.codeId)
    const to = maskAddress(mail.toAddress)
    ctx.log.error({ mailId: mail.id, template: mail.template, to, reason }, 'mail could not be delivered')
  }
  throw new Error(`The mail could not be delivered (${reason})`)
}
