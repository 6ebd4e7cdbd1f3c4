import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { reportInside } from './report-inside.ts'
import { getReseller } from './reseller-config.ts'
import { findDomainRows, insertDomain, makeDomainMain, markDomainVerified } from './settings-queries.ts'

const DOMAINS_MAX = 20
/** Names outside the public DNS: RFC 6761, 6762, 8375, 9476 and names that ICANN reserves for private networks. */
const INSIDE_ZONES =
  /\.(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa|arpa|alt|onion)$/

type NewDomain = { resellerId: number; host: string; isVerified: boolean; isMain: boolean }

/**
 * Gives a host to a reseller. Naming its own host again is no error: that is how a host becomes verified or main. Links
 * in mails point to the main domain, so only a verified host can be main.
 */
export async function addDomain(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  { resellerId, host, isVerified, isMain }: NewDomain,
  actor: AuditActor,
): Promise<string> {
  const name = readHost(host) ?? fail('request.invalid', { fields: { host: 'a host name such as app.example.com' } })
  if (isInside(name, new URL(ctx.config.publicUrl).hostname)) {
    await reportInside(ctx, { resellerId, actor, what: 'domain', host: name })
    fail('request.invalid', { fields: { host: "not the platform's own host, nor one of a network inside" } })
  }
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    const own = await findDomainRows(tx.db, resellerId)
    if (own.length >= DOMAINS_MAX && !own.some((row) => row.host === name)) {
      fail('request.invalid', { fields: { host: `at most ${DOMAINS_MAX} domains` } })
    }
    const domain = await insertDomain(tx.db, resellerId, name, ctx.now)
    if (domain.resellerId !== resellerId) fail('domain.taken')
    if (isVerified) await markDomainVerified(tx.db, name, ctx.now)
    if (isMain && !isVerified && !domain.verifiedAt) {
      fail('request.invalid', { fields: { main: 'a verified domain' } })
    }
    if (isMain) await makeDomainMain(tx.db, resellerId, name)
    const entry = { resellerId, actor, action: 'domain.added', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { host: name, isVerified, isMain } }, ctx.now)
    return name
  })
}

/** Our own host, or a name that only a private network knows. */
function isInside(name: string, ownHost: string): boolean {
  return name === ownHost || name.endsWith(`.${ownHost}`) || INSIDE_ZONES.test(name)
}

/** The host as the browser sends it in Host: lower case, punycode, no port, no dot at the end. */
export function readHost(text: string): string | null {
  // Node cuts off everything after the host instead of refusing the text.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(text.trim())) return null
  const host = domainToASCII(text.trim().replace(/\.$/, ''))
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(host)
  return isName && isIP(host) === 0 ? host : null
}
