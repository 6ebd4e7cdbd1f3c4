import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { Done, Strict } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { sample } from '../../test/grid.ts'
import { makeAuthenticateStaff } from '../domains/staff/authenticate-staff.ts'
import { noteRefusal } from '../domains/staff/note-refusal.ts'
import { clock } from '../platform/clock.ts'
import { fail } from '../platform/errors.ts'
import { bind, registerRoutes } from '../platform/http/bind.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildOwnMerchant } from '../test/build/own-merchant.ts'
import { consoleCalls, nodeCalls, portalCalls } from '../test/look/every-route.ts'
import { buildActors } from '../test/matrix/actors.ts'
import { absentThings, buildTenant } from '../test/matrix/build-tenant.ts'
import { drawRows, type Drawn } from '../test/matrix/drawn-rows.ts'
import { examineForeign, examineOwn, type Matrix, type Victim } from '../test/matrix/examine.ts'
import { importThings } from '../test/matrix/imported-things.ts'
import { thingKinds, type Things } from '../test/matrix/object-fields.ts'
import { OWN_RESELLER, samplesOf } from '../test/matrix/sample-inputs.ts'
import { makeRowsOf, plantCanaries } from '../test/matrix/tenant-rows.ts'
import { openNameServer } from '../test/outside/name-server.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'

const partnerKey = 'p'.repeat(40)
const names = await openNameServer()
const made = await makeCashierApp({ PARTNER_KEYS: partnerKey, DNS_SERVERS: names.address })
const { db } = made
const OTHER_RESELLER = 7002
/** Its users, packages, nodes, lines and tickets came from another panel. */
const MOVED_RESELLER = 7005
// A node's calls build on each other, so the short grid has them all.
const routes = [...sample([...portalCalls, ...consoleCalls]), ...nodeCalls]
let matrix: Matrix
let moved: Victim
let drawn: Drawn
const noMarks = new Set<string>()

/** Long enough to be unique. */
const secretsOf = (things: Things, word: string) => [
  word,
  ...thingKinds.map((kind) => things[kind]).filter((text) => text.length > 12),
]

/** What is private to a user. Nodes and notices, for example, are shared by all users of a reseller. */
const PRIVATE = [
  'account',
  'feedDevice',
  'line',
  'order',
  'outTradeNo',
  'payment',
  'quote',
  'couponCode',
  'session',
  'passkey',
  'ticket',
  'ticketPicture',
  'unsentPicture',
  'withdrawal',
] as const satisfies (keyof Things)[]
const privateOf = (things: Things) => Object.fromEntries(PRIVATE.map((kind) => [kind, things[kind]]))

beforeAll(async () => {
  const neighbour = await buildTenant(made, OWN_RESELLER, 'qzneighbour')
  const own = await buildTenant(made, OWN_RESELLER, 'own')
  const other = await buildTenant(made, OTHER_RESELLER, 'qzcanary')
  const payType = await buildOwnMerchant(made, OTHER_RESELLER)
  const rest = await buildTenant(made, MOVED_RESELLER, 'qzrest')
  const came = await importThings(made, MOVED_RESELLER, 'qzmoved')
  // It pays by the platform's merchants, as the callers' own reseller does.
  const movedThings = { ...rest.things, ...came, payType: absentThings.payType }
  expect(await plantCanaries(db, MOVED_RESELLER, 'qzmoved')).toBeGreaterThan(40)
  expect(await plantCanaries(db, OTHER_RESELLER, 'qzcanary')).toBeGreaterThan(40)
  drawn = await drawRows(db, OTHER_RESELLER, clock.now())
  const actors = await buildActors(made, own, partnerKey)
  moved = {
    name: 'a reseller that came from another panel',
    things: movedThings,
    secrets: secretsOf(movedThings, 'qzmoved').filter((text) => !text.endsWith('-alipay')),
    marks: noMarks,
    rows: await makeRowsOf(db, MOVED_RESELLER),
    // Roles below the owner try the other reseller's things.
    isFrom: (actor, { route }) =>
      !/^(?:reseller|platform) (?!owner$)/.test(actor.name) &&
      !(actor.isPlatform && route.access === 'staff' && route.scope === 'platform'),
  }
  const victims: Victim[] = [
    {
      name: 'another reseller',
      things: { ...other.things, payType },
      secrets: secretsOf(other.things, 'qzcanary').filter((text) => !text.endsWith('-alipay')),
      marks: new Set(drawn.marks.values()),
      rows: await makeRowsOf(db, OTHER_RESELLER),
      // Calls for platform staff only are about every reseller.
      isFrom: (actor, { route }) => !(actor.isPlatform && route.access === 'staff' && route.scope === 'platform'),
    },
    {
      name: 'a neighbour',
      things: { ...absentThings, ...privateOf(neighbour.things) },
      secrets: ['qzneighbour'],
      marks: noMarks,
      rows: await makeRowsOf(db, OWN_RESELLER, neighbour.account.id),
      isFrom: (actor) => actor.access === 'user' || actor.access === 'public',
    },
  ]
  const forgetCounts = () => db.pool.query('delete from rate_limits')
  matrix = { app: made.app, actors, own, victims, forgetCounts }
})

// Run this first: the large test below ends sessions in its last calls.
test('notices calls that forget the reseller', async () => {
  const base = { access: 'staff', permission: 'notices.read', output: Done, summary: '' } as const
  const input = Strict({ id: Type.Integer() })
  const named = { ...base, input } as const
  const shows = route('POST /api/console/notices/t-show', { ...named, output: Type.Object({ title: Type.String() }) })
  const tells = route('POST /api/console/notices/t-tell', named)
  const changes = route('POST /api/console/notices/t-change', named)
  const visits = Type.Object({ visits: Type.Array(Type.Object({ account: Type.Integer(), client: Type.String() })) })
  const lists = route('GET /api/console/notices/t-list', {
    ...base,
    input: Type.Object({}),
    output: visits,
  })
  const loadTitle = async (id: number) =>
    (await db.kysely.selectFrom('notices').select('title').where('id', '=', id).executeTakeFirst())?.title
  const app = await createHttpServer(made.config, createLog('silent'))
  const bound = [
    bind(shows, async (_ctx, { id }) => ({ title: (await loadTitle(id)) ?? fail('object.unknown') })),
    bind(tells, async (_ctx, { id }) => fail((await loadTitle(id)) === undefined ? 'object.unknown' : 'notice.kept')),
    bind(lists, async () => {
      const rows = await db.kysely.selectFrom('feedVisits').select(['accountId as account', 'client']).execute()
      return { visits: rows.map((row) => ({ ...row, client: row.client ?? '' })) }
    }),
    bind(changes, async (_ctx, { id }) => {
      await db.kysely.updateTable('notices').set({ isPinned: true }).where('id', '=', id).execute()
      return {}
    }),
  ]
  const nobody = async () => null
  const authenticateNode = async () => fail('node.refused')
  registerRoutes(app, bound, {
    db,
    config: made.config,
    authenticateUser: nobody,
    authenticateMonitor: nobody,
    authenticateNode,
    authenticateStaff: makeAuthenticateStaff(db),
    authenticateKey: async () => null,
    noteRefusal,
  })
  const planted = [shows, tells, lists, changes].map((one) => ({ name: one.path.split('/').at(-1)!, route: one }))
  const { findings } = await examineForeign({ ...matrix, app }, planted, 1)
  const kinds = new Set(findings.map((finding) => finding.split(' ').slice(0, 2).join(' ')))
  expect([...kinds].toSorted()).toEqual([
    't-change changed',
    't-list shows',
    't-show shows',
    't-show tells',
    't-tell tells',
  ])
  const shown = findings.find((finding) => finding.startsWith('t-list shows reseller owner'))
  expect(shown).toContain(`: ${drawn.marks.get('feed_visits.account_id')},${drawn.marks.get('feed_visits.client')}`)
})

test('no call lets anybody see, change or detect what a business brought from another panel', async ({ task }) => {
  const { calls, findings } = await examineForeign({ ...matrix, victims: [moved] }, routes)
  task.meta.cells = calls
  expect(findings).toEqual([])
  expect(calls).toBeGreaterThan(routes.length)
})

test('no call lets anybody see, change or detect what belongs to others', async ({ task }) => {
  const foreign = await examineForeign(matrix, routes)
  const own = await examineOwn(matrix, routes, foreign)
  task.meta.cells = foreign.calls + own.calls
  expect([...foreign.findings, ...own.findings]).toEqual([])
  // At least one try per call and caller, and most in several ways.
  expect(foreign.calls).toBeGreaterThan(routes.length * matrix.actors.length)
  expect(own.calls).toBeGreaterThan(routes.length)
})

test('notices a field that names an unknown kind of thing', () => {
  const input = Type.Object({ shipId: Type.Integer() })
  expect(() => samplesOf({ path: '/api/console/ships/sink', input })).toThrow(
    'what "shipId" of /api/console/ships/sink',
  )
})

test('the file with all of a user’s data contains nothing of others', async () => {
  const token = await buildSession(db, matrix.own.account)
  const { data } = await made.call(api.sessions.ticket, { audience: 'download' }, { token })
  const { body } = await made.app.inject(`/api/user/export?ticket=${data.ticket}`)
  expect(body).toContain(matrix.own.account.userName)
  for (const { secrets } of matrix.victims) expect(secrets.filter((secret) => body.includes(secret))).toEqual([])
})

test('the other reseller has a row in every table of resellers, with values that are recognised', async () => {
  const empty: string[] = []
  for (const table of drawn.tables) {
    const { rows } = await db.pool.query(`select from ${table} where reseller_id = $1 limit 1`, [OTHER_RESELLER])
    if (rows.length === 0) empty.push(table)
  }
  expect(empty).toEqual([])
  expect(drawn.tables.length).toBeGreaterThan(100)
  const marked = new Set([...drawn.marks.keys()].map((name) => name.split('.')[0]))
  // These say only which of the platform's things the reseller has.
  expect(drawn.tables.filter((table) => !marked.has(table))).toEqual(['reseller_node_groups', 'reseller_price_lists'])
})

test('a token used with another reseller’s key reads nothing there', async () => {
  const token = await buildSession(db, matrix.own.account)
  const answer = await made.call(api.accounts.info, { dailiKey: OTHER_RESELLER }, { token })
  expect([answer.status, answer.text.includes('qzcanary')]).toEqual([401, false])
})

test('a row of one reseller cannot refer to another reseller: every foreign key carries the reseller', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `with tenant as (select attrelid as id, attnum from pg_attribute
                      where attname = 'reseller_id' and attrelid::regclass::text !~ '[.]')
     select conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) as name
       from pg_constraint c join tenant own on own.id = conrelid join tenant other on other.id = confrelid
      where contype = 'f' and not (own.attnum = any (conkey) and other.attnum = any (confkey)) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    // Members of the platform make its keys; a key counts only while its maker is of its team.
    'api_keys FOREIGN KEY (made_by) REFERENCES staff(id)',
    // A platform member works in any office; the row says whose office it is.
    'bulk_runs FOREIGN KEY (staff_id) REFERENCES staff(id)',
    // Nodes belong to the platform; some serve only one reseller, which the use cases of lines check. Counts follow
    // lines.
    'line_counts FOREIGN KEY (node_id) REFERENCES nodes(id) ON DELETE CASCADE',
    'lines FOREIGN KEY (node_id) REFERENCES nodes(id)',
    // One function writes both rows for one account.
    'mails FOREIGN KEY (code_id) REFERENCES mail_codes(id) ON DELETE SET NULL',
    // A notice may be for everybody; it gets a mark only if its user is shown it.
    'notice_reads FOREIGN KEY (notice_id) REFERENCES notices(id)',
    // The nodes of the reseller's own list, which the use case checks.
    'outage_nodes FOREIGN KEY (node_id) REFERENCES nodes(id) ON DELETE CASCADE',
    // A merchant's owner is the platform or the reseller; a check on each of the two tables compares it.
    'payment_confirmations FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key)',
    'payments FOREIGN KEY (merchant_id, merchant_owner_key) REFERENCES merchants(id, owner_key)',
    'saved_views FOREIGN KEY (staff_id) REFERENCES staff(id)',
    // The platform has staff too: the key is made of the reseller, or stands for none.
    'staff FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id)',
    'staff_invitations FOREIGN KEY (owner_key, role_id) REFERENCES staff_roles(owner_key, id)',
    // A reseller without a bot of its own speaks by the platform's; a member of staff may be the platform's, too; and a
    // message carries the reseller of its binding or, for a chat that is not bound, of its bot.
    'telegram_bindings FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE',
    'telegram_bindings FOREIGN KEY (staff_id) REFERENCES staff(id)',
    'telegram_codes FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE',
    'telegram_codes FOREIGN KEY (staff_id) REFERENCES staff(id)',
    'telegram_messages FOREIGN KEY (binding_id) REFERENCES telegram_bindings(id) ON DELETE CASCADE',
    'telegram_messages FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE',
    'telegram_replies FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE',
    'telegram_replies FOREIGN KEY (message_id) REFERENCES telegram_messages(id) ON DELETE CASCADE',
    // A template's owner is the platform or the reseller; the key is made of it.
    'template_pictures FOREIGN KEY (owner_key, template_id) REFERENCES ticket_templates(owner_key, id) ON DELETE CASCADE',
    // Platform staff hear of and answer what was handed to them.
    'ticket_chats FOREIGN KEY (message_id) REFERENCES telegram_messages(id) ON DELETE CASCADE',
    'ticket_messages FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL',
    'ticket_notes FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL',
    'tickets FOREIGN KEY (assignee_id) REFERENCES staff(id) ON DELETE SET NULL',
    // The platform hears of every reseller's events; a delivery and its tries carry the reseller of the webhook.
    'webhook_deliveries FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE',
    'webhook_deliveries FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE',
    'webhook_tries FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE',
  ])
})
