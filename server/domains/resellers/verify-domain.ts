import { inTx, type Ctx } from '../../platform/context.ts'
import { isPublicAddress } from '../../platform/dial/public-address.ts'
import { fail } from '../../platform/errors.ts'
import { hmac } from '../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { readHost } from './add-domain.ts'
import { resellerSubject } from './add-reseller.ts'
import type { DomainDns } from './domain-dns.ts'
import { reportInside } from './report-inside.ts'
import { findDomainRows, markDomainVerified } from './settings-queries.ts'

type OperatorCtx = Pick<Ctx, 'db' | 'now' | 'config'>
export type TxtRecord = { name: string; value: string }

/** The TXT record that proves a host. It differs for each reseller and each installation. */
export function domainRecord(
  { config }: Pick<OperatorCtx, 'config'>,
  { resellerId, host }: { resellerId: number; host: string },
): TxtRecord {
  const proof = hmac(config.derivingKey, 'domain', `${resellerId}:${host}`).toString('base64url').slice(0, 32)
  return { name: `_yuxian.${host}`, value: `yuxian=${proof}` }
}

export type DomainWish = {
  host: string
  /** Null: any reseller, for operators. */
  resellerId: number | null
}
export type DomainFound = 'verified' | 'absent' | 'other' | 'silent' | 'inside'
export type DomainCheck = {
  resellerId: number
  name: string
  record: TxtRecord
  found: DomainFound
  others: number
  trouble: string
}

/**
 * Looks the record up; only then does the host show the reseller's brand. Never accepts a host with addresses in a
 * private network: visitors would reach our own machines through it.
 */
export async function checkDomain(
  ctx: OperatorCtx,
  { host, resellerId: asking }: DomainWish,
  dns: DomainDns,
  actor: AuditActor,
): Promise<DomainCheck> {
  const name = readHost(host) ?? fail('object.unknown')
  const domain = (await findDomainRows(ctx.db, asking)).find((row) => row.host === name) ?? fail('object.unknown')
  const { resellerId } = domain
  const record = domainRecord(ctx, domain)
  const answer = (found: DomainFound, others = 0, trouble = '') => ({
    resellerId,
    name,
    record,
    found,
    others,
    trouble,
  })
  const [texts, addresses] = await Promise.all([
    lookUp(() => dns.resolveTxt(record.name)),
    asking === null ? [] : lookUp(() => dns.resolveAddresses(name)),
  ])
  if (!Array.isArray(texts)) return answer('silent', 0, texts.trouble)
  if (Array.isArray(addresses) && !addresses.every((address) => isPublicAddress(String(address)))) {
    await reportInside(ctx, { resellerId, actor, what: 'domain', host: name })
    return answer('inside')
  }
  if (domain.verifiedAt !== null) return answer('verified')
  const found = texts.map((pieces) => pieces.join(''))
  if (!found.includes(record.value)) return answer(found.length > 0 ? 'other' : 'absent', found.length)
  await inTx(ctx, async (tx) => {
    await markDomainVerified(tx.db, name, ctx.now)
    const entry = { resellerId, actor, action: 'domain.verified', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { host: name } }, ctx.now)
  })
  return answer('verified')
}

/** The same for operators: returns the host's reseller, or says why not. */
export async function verifyDomain(ctx: OperatorCtx, host: string, dns: DomainDns, actor: AuditActor): Promise<number> {
  const { resellerId, record, found, others, trouble } = await checkDomain(ctx, { host, resellerId: null }, dns, actor)
  const refuse = (problem: string) => fail('request.invalid', { fields: { [record.name]: problem } })
  if (found === 'silent') refuse(`the name server did not answer (${trouble}): try again`)
  if (found !== 'verified') {
    const seen = found === 'absent' ? 'there is none' : `it has ${others} other${others > 1 ? 's' : ''}`
    refuse(`a TXT record "${record.value}" is needed; ${seen}`)
  }
  return resellerId
}

/** "No such record" is an answer; a silent name server is not. */
async function lookUp<T>(ask: () => Promise<T[]>): Promise<T[] | { trouble: string }> {
  try {
    return await ask()
  } catch (error) {
    const { code = 'ERROR' } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : { trouble: code }
  }
}
