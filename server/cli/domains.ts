import { addDomain } from '../domains/resellers/add-domain.ts'
import { findDomains } from '../domains/resellers/find-resellers.ts'
import { removeDomain } from '../domains/resellers/remove-domain.ts'
import { auditRead, command } from './command.ts'
import { tableLines } from './table.ts'

const HOST = { host: { kind: 'text', help: 'host name such as app.example.com', isRequired: true } } as const

export const domainCommands = [
  command({
    name: 'domains list',
    summary: 'Hosts and whose they are',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const domains = await findDomains(ctx, reseller)
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
      verified: { kind: 'flag', help: 'you made sure that the host is theirs' },
      main: { kind: 'flag', help: 'links in mails point to it; needs a verified host' },
    },
    async run(ctx, { reseller, host, verified, main }) {
      const wanted = { resellerId: reseller, host, isVerified: verified, isMain: main }
      const name = await addDomain(ctx, wanted, ctx.actor)
      return { lines: [`${name} belongs to reseller ${reseller}.`], data: { host: name, reseller } }
    },
  }),
  command({
    name: 'domains remove',
    summary: 'Take a host away from its reseller',
    options: HOST,
    async run(ctx, { host }) {
      const reseller = await removeDomain(ctx, host, ctx.actor)
      return { lines: [`${host} no longer belongs to reseller ${reseller}.`], data: { reseller } }
    },
  }),
]
