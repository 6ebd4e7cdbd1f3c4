import { brandOf } from '../../../contract/brand.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { hasMail } from '../../config.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { unseal } from '../../platform/secrets/crypto.ts'
import { plainName, plainTitle } from '../resellers/agency-name.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { deliverMail } from './deliver-mail.ts'
import { deleteMail, dropSealedCode, loadMail, markSent, type MailRow } from './queries.ts'
import { renderMail } from './render-mail.ts'

/** The job that sends every mail, at least once. A code is decrypted only here, in memory. */
export async function sendMail(ctx: JobCtx, { mailId }: { mailId: string }): Promise<void> {
  const mail = await loadMail(ctx.db, mailId)
  if (!mail || mail.sentAt) return
  // A dummy mail for an unknown or unentitled name: it existed only to cost the same.
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
  // Clean the title: older rows were never checked and may hold anything.
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

/** The console has one host. Puts the secret behind the #, where no server or proxy sees it. */
function linkToConsole({ config }: JobCtx, path: string, secret: string | null): string {
  return `${config.publicUrl}${path}${path === '/console/join' && secret ? `#${secret}` : ''}`
}

/** A replaced, used or expired code helps nobody and would only confuse. */
function isTooLate(mail: MailRow, now: Date): boolean {
  if (!mail.template.startsWith('code_') && mail.template !== 'staff_invited') return false
  return !mail.sealedCode || !mail.codeExpiresAt || mail.codeExpiresAt <= now
}

function openCode(ctx: JobCtx, { codeId, sealedCode }: MailRow): string | null {
  return codeId && sealedCode ? unseal(ctx.config, 'mail-code', codeId, sealedCode) : null
}

/** Passes on only error codes: a mail server's answer may repeat the address or text, and a job stores its error. */
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
