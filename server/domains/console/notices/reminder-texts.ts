import { brandOf } from '../../../../contract/brand.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { loadCoupon } from '../../catalogue/load-coupon.ts'
import { packageSubject } from '../../catalogue/save-package.ts'
import type { Letter } from '../../mail/mail-templates.ts'
import { writeMail } from '../../mail/render-mail.ts'
import { dropOwnWords, findOwnWords, saveOwnWords } from '../../notices/reminders/own-words.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { mailToSelf } from '../../staff/mail-to-self.ts'
import { findRenewable } from './offered-packages.ts'

const { reminderTexts } = consoleApi
const PREVIEW_DAYS = 3
const limit = { name: 'reminder-trial', points: 20 }

type Sample = { packageId: string; body?: string; coupon?: string }

/** As a user gets it three days before the end. */
async function letterOf(ctx: StaffCtx, { packageId, body = '', coupon }: Sample): Promise<Letter> {
  const name = await nameOf(ctx, packageId)
  const found = coupon === undefined ? null : await loadCoupon(ctx.db, ctx.resellerId, { code: coupon })
  const until = new Date(ctx.now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString()
  const text = body.trim().replaceAll('\r\n', '\n')
  return [
    'package_ends',
    { package: name, days: String(PREVIEW_DAYS), until, next: 'renew', text, coupon: found?.code ?? '' },
  ]
}

async function nameOf(ctx: StaffCtx, wanted: string): Promise<string> {
  const offered = await findRenewable(ctx)
  return offered.find(({ packageId }) => packageId === wanted)?.name ?? fail('object.unknown')
}

export const reminderTextRoutes = [
  bind(reminderTexts.list, async (ctx) => {
    const own = await findOwnWords(ctx.db, ctx.resellerId)
    const offered = await findRenewable(ctx)
    return {
      rows: offered.map(({ packageId, name }) => {
        const words = own.find((row) => String(row.packageId) === packageId)
        if (!words) return { packageId, packageName: name, own: null }
        const { body, bodies, couponCode, couponEndsAt, changedAt } = words
        const isValid = couponEndsAt === null || couponEndsAt > ctx.now
        const coupon = couponCode === null ? null : { code: couponCode, isValid }
        return { packageId, packageName: name, own: { body, ...bodies, coupon, changedAt } }
      }),
    }
  }),
  bind(reminderTexts.preview, async (ctx, sample) => {
    const { resellerId, language, config, actor } = ctx
    const brand = brandOf(resellerId, await getReseller(ctx, resellerId))
    const [template, params] = await letterOf(ctx, sample)
    const mail = { template, params, brand, language, userName: actor.name, timeZone: config.businessTz }
    const { subject, lines, action } = writeMail(mail)
    // A mail keeps programs from making links of words with a dot; the console makes none.
    const plain = (text: string) => text.replaceAll('\u2060', '')
    return { title: plain(subject), lines: lines.map(plain), button: action?.label ?? '' }
  }),
  bind(reminderTexts.sendToMe, async (ctx, sample) => {
    const audit = { action: 'reminder.tried', subject: packageSubject(Number(sample.packageId)) }
    return mailToSelf(ctx, { limit, letter: await letterOf(ctx, sample), audit })
  }),
  bind(reminderTexts.save, async (ctx, { packageId, body, 'zh-TW': tw, en, coupon }) => {
    await nameOf(ctx, packageId)
    const bodies = { ...(tw === undefined ? {} : { 'zh-TW': tw }), ...(en === undefined ? {} : { en }) }
    const wish = { resellerId: ctx.resellerId, packageId: Number(packageId), body, bodies, coupon: coupon ?? null }
    await saveOwnWords(ctx, wish, staffActor(ctx))
  }),
  bind(reminderTexts.reset, (ctx, { packageId }) =>
    dropOwnWords(ctx, { resellerId: ctx.resellerId, packageId: Number(packageId) }, staffActor(ctx)),
  ),
]
