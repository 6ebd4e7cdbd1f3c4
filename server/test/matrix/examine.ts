import type { FastifyInstance } from 'fastify'

import type { NamedRoute } from '../look/every-route.ts'
import { send, type Actor, type Heard } from './actors.ts'
import { absentThings, type Tenant } from './build-tenant.ts'
import { marksIn } from './drawn-rows.ts'
import type { Things } from './object-fields.ts'
import { fill, samplesOf, type Sample } from './sample-inputs.ts'

export type Victim = {
  name: string
  things: Things
  /** Texts that no answer may contain. */
  secrets: readonly string[]
  /** Drawn values that no answer may contain. */
  marks: ReadonlySet<string>
  /** The victim's rows as they are now. */
  rows(): Promise<string[]>
  /** Whether this actor must be kept away from these things. */
  isFrom(actor: Actor, one: NamedRoute): boolean
}
export type Matrix = {
  app: FastifyInstance
  actors: readonly Actor[]
  own: Tenant
  victims: readonly Victim[]
  /** Run before each round, whose tries would be too many together: who is told to wait learns nothing. */
  forgetCounts(): Promise<unknown>
}
export type Report = {
  calls: number
  findings: string[]
  /** The answer for an absent thing, by call, actor and field. */
  absent: Map<string, string>
}

const textOf = ({ status, text }: Heard) => `${status} ${text}`
export const keyOf = (one: NamedRoute, actor: Actor, sample: number, field: string) =>
  [one.name, one.route.path, actor.name, sample, field].join(' | ')

/**
 * Whether a call is meant for this actor: then it is tried in every way. Other actors must be refused, which one try
 * shows.
 */
export function isFor({ route }: NamedRoute, { access }: Actor): boolean {
  if (route.access === 'public') return access === 'public'
  if (route.access === 'anyone') return access === 'public' || access === 'user'
  return route.access === access
}

/**
 * Tries every call with other people's things and with absent ones: nothing may be revealed or changed, and both must
 * get the same answer. Reading all rows of the victim takes longer than a call, so they are read after every `step`
 * calls.
 */
export async function examineForeign(matrix: Matrix, routes: readonly NamedRoute[], step = 20): Promise<Report> {
  const report: Report = { calls: 0, findings: [], absent: new Map() }
  for (const victim of matrix.victims) {
    await matrix.forgetCounts()
    let before = await victim.rows()
    for (let at = 0; at < routes.length; at += step) {
      const tried = routes.slice(at, at + step)
      for (const one of tried) {
        const samples = samplesOf(one.route)
        const actors = matrix.actors.filter((actor) => victim.isFrom(actor, one) && isWorthIt(one, actor))
        await Promise.all(actors.map((actor) => tryActor(matrix, report, { one, samples, actor, victim })))
      }
      const after = await victim.rows()
      const changed = after.filter((line, row) => line !== before[row]).map((line) => line.split(' ')[0])
      const names = tried.map(({ name }) => name).join('/')
      if (changed.length > 0) report.findings.push(`${names} changed ${victim.name}: ${changed.join()}`)
      before = after
    }
  }
  return report
}

/** In platform scope, platform staff work with everybody's things: there is nothing to keep from them. */
const isAtHome = ({ route }: NamedRoute, { isPlatform }: Actor) => isPlatform === true && route.scope === 'platform'

/** A public call reads no token: the visitor and two others are enough. More would only hit its limits. */
function isWorthIt({ route }: NamedRoute, { access, name }: Actor): boolean {
  return route.access !== 'public' || access === 'public' || name === 'user' || name === 'reseller owner'
}

type Try = { one: NamedRoute; samples: Sample[]; actor: Actor; victim: Victim }

async function tryActor(matrix: Matrix, report: Report, { one, samples, actor, victim }: Try): Promise<void> {
  const { app, own } = matrix
  const ask = async (input: unknown) => {
    report.calls += 1
    const heard = await send(app, actor, one.route, input)
    judge(report, { one, actor, victim, heard })
    return heard
  }
  if (isAtHome(one, actor)) {
    for (const [at, { input, fields }] of samples.entries()) {
      for (const field of new Set(fields)) {
        const nobodys = fill(input, (name) => (name === field ? absentThings : own.things))
        report.absent.set(keyOf(one, actor, at, field), textOf(await ask(nobodys)))
      }
    }
    return
  }
  if (!isFor(one, actor)) {
    const { status } = await ask(fill(samples.at(-1)!.input, () => victim.things))
    const isOpen = one.route.access === 'public' || one.route.access === 'anyone'
    if (!isOpen && ![401, 403].includes(status)) report.findings.push(`${one.name} let ${actor.name} in: ${status}`)
    return
  }
  for (const [at, { input, fields }] of samples.entries()) {
    // A change that names nothing is about the caller: it comes last, with the caller's own things.
    if (fields.length === 0 && one.route.method === 'GET') await ask(fill(input, () => own.things))
    for (const field of new Set(fields)) {
      const whose = (things: Things) => (name: string) => (name === field ? things : own.things)
      const theirs = await ask(fill(input, whose(victim.things)))
      const nobodys = await ask(fill(input, whose(absentThings)))
      report.absent.set(keyOf(one, actor, at, field), textOf(nobodys))
      if (textOf(theirs) !== textOf(nobodys)) {
        const told = `${textOf(theirs).slice(0, 200)} / ${textOf(nobodys).slice(0, 200)}`
        report.findings.push(`${one.name} tells ${actor.name} of ${victim.name} by ${field}: ${told}`)
      }
    }
  }
}

type Judged = { one: NamedRoute; actor: Actor; victim: Victim; heard: Heard }

export function judge(report: Report, { one, actor, victim, heard }: Judged): void {
  if (heard.status >= 500) report.findings.push(`${one.name} broke for ${actor.name}: ${textOf(heard).slice(0, 200)}`)
  if (isAtHome(one, actor)) return
  // Platform staff see the list of resellers they may enter.
  const text = actor.isPlatform ? heard.text.replace(/"resellers":\[.*?\]/, '') : heard.text
  const told = [...victim.secrets.filter((secret) => text.includes(secret)), ...marksIn(text, victim.marks)]
  if (told.length > 0) report.findings.push(`${one.name} shows ${actor.name} ${victim.name}: ${told.join()}`)
}

/**
 * Tries every call with the caller's own things, reads first: they must be found, and still nothing of others is
 * touched.
 */
export async function examineOwn(matrix: Matrix, routes: readonly NamedRoute[], foreign: Report): Promise<Report> {
  const report: Report = { calls: 0, findings: [], absent: foreign.absent }
  const unfound = new Set([...foreign.absent.keys()].map(findableOf))
  const [other] = matrix.victims
  const before = await other!.rows()
  await matrix.forgetCounts()
  for (const one of inOrder(routes)) {
    for (const actor of matrix.actors.filter((each) => isFor(one, each))) {
      for (const [at, { input, fields }] of samplesOf(one.route).entries()) {
        report.calls += 1
        const heard = await send(
          matrix.app,
          actor,
          one.route,
          fill(input, () => matrix.own.things),
          true,
        )
        for (const victim of matrix.victims.filter(({ isFrom }) => isFrom(actor, one))) {
          judge(report, { one, actor, victim, heard })
        }
        for (const field of fields) {
          const key = keyOf(one, actor, at, field)
          if (foreign.absent.get(key) !== textOf(heard)) unfound.delete(findableOf(key))
        }
      }
    }
  }
  const changed = (await other!.rows()).filter((line, at) => line !== before[at])
  if (changed.length > 0) report.findings.push(`own things changed ${other!.name}: ${changed.join()}`)
  const missed = [...unfound].filter((key) => !alikeByDesign.some((name) => key.startsWith(name)))
  report.findings.push(...missed.map((key) => `${key}: the own one is answered as if it were not there`))
  return report
}

/** Calls that may answer the same for an own thing as for an absent one. */
const alikeByDesign = [
  // A caller without a code must not learn whether a name exists.
  'emails.code ',
  'emails.findPass ',
  'emails.unlock ',
  // A latency only ranks the nodes that the user may have; who has lines gets no others.
  'lines.installFirst ',
  // The answer names the nodes to look at next, whatever the last look found.
  'node.looks (/api/node/v1/looks) findings.nodeId',
  // These search for other words than user names.
  'audit.list (/api/console/audit/list) search',
  'cards.batches (/api/console/cards/batches) search',
  'giftLinks.list (/api/console/gift-links/list) search',
  'notices.list (/api/console/notices/list) search',
  'money.entries (/api/console/money/entries) search',
  'money.exportEntries (/api/console/money/export-entries) search',
  // Nobody has a line on the node that this matrix names.
  'bulk.preview (/api/console/bulk/preview) selection.node',
  'bulk.start (/api/console/bulk/start) selection.node',
  // And its bulk left nobody out.
  'bulk.preview (/api/console/bulk/preview) selection.leftOutOf',
  'bulk.start (/api/console/bulk/start) selection.leftOutOf',
  'users.list (/api/console/users/list) node',
  // A receipt is of what was paid, and the payment of this matrix was not.
  'payments.mailReceipt ',
  // A coupon's refusal never says why, and this one is for a single user.
  'reminderTexts.save (/api/console/reminder-texts/save) coupon',
  'reminderTexts.sendToMe (/api/console/reminder-texts/send-to-me) coupon',
  'users.export (/api/console/users/export) node',
  'notices.preview (/api/console/notices/preview) audience.filter.node',
  // It answers with nothing but the number of the new notice; the preview tells how many the filter meets.
  'notices.publish (/api/console/notices/publish) audience.filter',
  // A user's payment is not the reseller's own.
  'money.followTopUp ',
  // A picture belongs to one message, and the new ticket has taken it.
  'tickets.write (/api/tickets/write) pictures',
  'tickets.reopen (/api/tickets/reopen) pictures',
  // By then the ticket was handed to the other side, whose members are others.
  'tickets.assign ',
  // The own notice is already sent; the order of merchants needs the whole list.
  'notices.sendNow ',
  'merchants.order ',
]

/** The call and field: it is enough if one actor finds the own thing. */
function findableOf(key: string): string {
  const parts = key.split(' | ')
  return `${parts[0]} (${parts[1]}) ${parts.at(-1)}`
}

/** Calls that end things or the caller's own account come last. */
function inOrder(routes: readonly NamedRoute[]): NamedRoute[] {
  const endings =
    /remove|delete|end|revoke|void|cancel|stop|uninstall|out$|password|changePass|freeze|assign|redeem|hand-over|limits|groups/i
  const first = /sessions\/(revoke|end)$|devices\/end$|line\/(revoke|forget)Device$/
  const place = ({ route: { method, path } }: NamedRoute) =>
    method === 'GET' ? 0 : first.test(path) ? 1 : endings.test(path) ? 3 : 2
  return routes.toSorted((a, b) => place(a) - place(b))
}
