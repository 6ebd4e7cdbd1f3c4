import { consoleApi } from '../../../../contract/console/api.ts'
import { hasMail } from '../../../config.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { staffActor } from '../../audit/audit.ts'
import { openDns } from '../../resellers/domain-dns.ts'
import { seeDomain } from '../../resellers/see-domain.ts'
import { showBrand } from '../../resellers/show-brand.ts'
import { checkDomain } from '../../resellers/verify-domain.ts'
import { getOwnAddress } from '../../staff/own-address.ts'

const { brand } = consoleApi

/** Limits the checks, since each one asks outside name servers. */
const CHECKS = { name: 'domain-check', points: 30, windowMs: 600_000 }

export const showOwnBrand: Handler<typeof brand.show> = async (ctx) => {
  const { email: testTo } = await getOwnAddress(ctx)
  const mailFrom = hasMail(ctx.config) ? ctx.config.mailFrom : null
  return { ...(await showBrand(ctx, ctx.resellerId)), mailFrom, testTo }
}

export const checkOwnDomain: Handler<typeof brand.checkDomain> = async (ctx, { host }) => {
  const { resellerId } = ctx
  await takeOne(ctx, CHECKS, String(resellerId))
  const dns = openDns(ctx.config.dnsServers)
  const { found, name } = await checkDomain(ctx, { host, resellerId }, dns, staffActor(ctx))
  return { found, ...(await seeDomain(ctx, name, dns)) }
}
