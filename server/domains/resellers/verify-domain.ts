import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { hmac } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { readHost } from './add-domain.ts'
import { resellerSubject } from './add-reseller.ts'
import { findDomainRows, markDomainVerified } from './settings-queries.ts'

type OperatorCtx = Pick<Ctx, 'db' | 'now' | 'config'>
/** As node:dns has it: each record in pieces of at most 255 characters. */
export type ResolveTxt = (name: string) => Promise<string[][]>
export type TxtRecord = { name: string; value: string }

/** What the owner of a host writes into its zone. Of another reseller, or another installation, it says something else. */
export function domainRecord(
  { config }: Pick<OperatorCtx, 'config'>,
  { resellerId, host }: { resellerId: number; host: string },
): TxtRecord {
  const proof = hmac(config.derivingKey, 'domain', `${resellerId}:${host}`).toString('base64url').slice(0, 32)
  return { name: `_yuxian.${host}`, value: `yuxian=${proof}` }
}

/** Looks the record up; only then the host brings visitors to the reseller's brand. Answers whose it is. */
export async function verifyDomain(
  ctx: OperatorCtx,
  host: string,
  resolveTxt: ResolveTxt,
  actor: string,
): Promise<number> {
  const name = readHost(host) ?? fail('object.unknown')
  const domain = (await findDomainRows(ctx.db, null)).find((row) => row.host === name) ?? fail('object.unknown')
  const record = domainRecord(ctx, domain)
  const found = await lookUp(resolveTxt, record.name)
  if (!found.includes(record.value)) {
    const seen = found.length === 0 ? 'there is none' : `it has ${found.length} other${found.length > 1 ? 's' : ''}`
    fail('request.invalid', { fields: { [record.name]: `a TXT record "${record.value}" is needed; ${seen}` } })
  }
  const { resellerId } = domain
  return inTx(ctx, async (tx) => {
    await markDomainVerified(tx.db, name, ctx.now)
    const entry = { resellerId, actor, action: 'domain.verified', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { host: name } }, ctx.now)
    return resellerId
  })
}

/** A name without records is an answer; a name server that does not answer is not. */
async function lookUp(resolveTxt: ResolveTxt, name: string): Promise<string[]> {
  try {
    return (await resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (error) {
    const { code = 'ERROR' } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    return fail('request.invalid', { fields: { [name]: `the name server did not answer (${code}): try again` } })
  }
}
