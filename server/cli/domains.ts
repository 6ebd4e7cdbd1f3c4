import { addOldPath, removeOldPath } from '../domains/feeds/old-paths.ts'
import { addDomain } from '../domains/resellers/add-domain.ts'
import { openDns, type DomainDns } from '../domains/resellers/domain-dns.ts'
import { findDomains } from '../domains/resellers/find-resellers.ts'
import { domainRecord, verifyDomain } from '../domains/resellers/verify-domain.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const HOST = { host: { kind: 'text', help: 'host name such as app.example.com', isRequired: true } } as const

export const domainCommands = [
  command({
    name: 'domains list',
    summary: 'Hosts and whose they are, with the TXT record of those that are not verified',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const domains = (await findDomains(ctx, reseller)).map((domain) => {
        const { name, value } = domainRecord(ctx, domain)
        return { ...domain, record: domain.verifiedAt ? null : `${name} TXT ${value}` }
      })
      await auditRead(ctx, 'operator.domains_listed', reseller, domains.length)
      return { lines: tableLines(domains), data: { domains } }
    },
  }),
  command({
    name: 'domains add',
    summary: 'Give a host to a reseller; naming its own host again sets the flags below',
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      ...HOST,
      verified: { kind: 'flag', help: 'you made sure that the host is theirs; else: domains verify' },
      main: { kind: 'flag', help: 'links in mails point to it; needs a verified host' },
    },
    async run(ctx, { reseller, host, verified, main }) {
      const wanted = { resellerId: reseller, host, isVerified: verified, isMain: main }
      const name = await addDomain(ctx, wanted, ctx.actor)
      const record = domainRecord(ctx, { resellerId: reseller, host: name })
      const next = [`To prove it, its zone needs: ${record.name} TXT ${record.value}`, 'Then: domains verify']
      const lines = [`${name} belongs to reseller ${reseller}.`, ...(verified ? [] : next)]
      return { lines, data: { host: name, reseller, record } }
    },
  }),
  command({
    name: 'domains verify',
    summary: "Look the TXT record of a host up; from then on the host shows its reseller's brand",
    options: {
      ...HOST,
      dns: { kind: 'text', help: "ask this name server (address or address:port), not the machine's" },
    },
    async run(ctx, { host, dns }) {
      const reseller = await verifyDomain(ctx, host, openNamed(dns === null ? ctx.config.dnsServers : [dns]), ctx.actor)
      return { lines: [`${host} is verified as a host of reseller ${reseller}.`], data: { reseller } }
    },
  }),
  command({
    name: 'domains old-path',
    summary: "Answer subscriptions also below the path that another panel gave them, for a reseller's users",
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      path: { kind: 'text', help: 'such as /mysub; /s and /api/v1/client/subscribe are known', isRequired: true },
      remove: { kind: 'flag', help: 'no longer' },
    },
    async run(ctx, { reseller: resellerId, path, remove }) {
      const changed = await (remove ? removeOldPath : addOldPath)(ctx, { resellerId, path }, ctx.actor)
      const state = remove ? 'not answered' : 'answered'
      return { lines: [`${path} is ${changed ? 'now' : 'already'} ${state}.`], data: { changed } }
    },
  }),
]

function openNamed(servers: readonly string[]): DomainDns {
  try {
    return openDns(servers)
  } catch {
    throw new UsageError('--dns must be an IP address, or one with a port')
  }
}
