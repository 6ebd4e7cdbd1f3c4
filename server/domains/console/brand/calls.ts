import { consoleApi } from '../../../../contract/console/api.ts'
import { hasMail } from '../../../config.ts'
import { bind } from '../../../platform/http/bind.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { staffActor } from '../../audit/audit.ts'
import { markdownBlocks } from '../../notices/markdown-blocks.ts'
import { addDomain } from '../../resellers/add-domain.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { chooseMainDomain } from '../../resellers/choose-main-domain.ts'
import { openDns } from '../../resellers/domain-dns.ts'
import { removeDomain } from '../../resellers/remove-domain.ts'
import { seeDomain } from '../../resellers/see-domain.ts'
import { showBrand } from '../../resellers/show-brand.ts'
import { updateBrand } from '../../resellers/update-brand.ts'
import { checkDomain } from '../../resellers/verify-domain.ts'
import { mailToSelf } from '../../staff/mail-to-self.ts'
import { getOwnAddress } from '../../staff/own-address.ts'

const { brand } = consoleApi

/** Limits the checks, since each one asks outside name servers. */
const CHECKS = { name: 'domain-check', points: 30, windowMs: 600_000 }

export const brandRoutes = [
  bind(brand.show, async (ctx) => {
    const { email: testTo } = await getOwnAddress(ctx)
    const mailFrom = hasMail(ctx.config) ? ctx.config.mailFrom : null
    return { ...(await showBrand(ctx, ctx.resellerId)), mailFrom, testTo }
  }),
  bind(brand.save, (ctx, input) => updateBrand(ctx, ctx.resellerId, input, staffActor(ctx))),
  bind(brand.previewText, (_ctx, { body }) => ({ blocks: markdownBlocks(body) })),
  bind(brand.addDomain, async (ctx, { host }) => {
    const wish = { resellerId: ctx.resellerId, host, isVerified: false, isMain: false }
    return { host: await addDomain(ctx, wish, staffActor(ctx)) }
  }),
  bind(brand.checkDomain, async (ctx, { host }) => {
    const { resellerId } = ctx
    await takeOne(ctx, CHECKS, String(resellerId))
    const dns = openDns(ctx.config.dnsServers)
    const { found, name } = await checkDomain(ctx, { host, resellerId }, dns, staffActor(ctx))
    return { found, ...(await seeDomain(ctx, name, dns)) }
  }),
  bind(brand.makeMain, (ctx, { host }) => chooseMainDomain(ctx, { resellerId: ctx.resellerId, host }, staffActor(ctx))),
  bind(brand.removeDomain, (ctx, { host }) => removeDomain(ctx, { host, resellerId: ctx.resellerId }, staffActor(ctx))),
  bind(brand.testMail, (ctx) =>
    mailToSelf(ctx, {
      limit: { name: 'brand-test-mail', points: 5 },
      letter: ['staff_brand_test', { member: ctx.actor.name, at: ctx.now.toISOString() }],
      audit: { action: 'reseller.mail_tested', subject: resellerSubject(ctx.resellerId) },
    }),
  ),
]
