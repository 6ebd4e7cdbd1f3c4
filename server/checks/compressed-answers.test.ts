import { gunzipSync } from 'node:zlib'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { agentRoutes, consoleRoutes, routes } from '../calls.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount } from '../test/build/factories.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { makeApp } from '../test/run/make-app.ts'

const app = await makeApp()
const desk = openLineDesk(app)
const ALL = [...routes, ...agentRoutes, ...consoleRoutes].map(({ route }) => route)

const SECRET_NAME = /(token|secrets?|credential|password|codes?|keys?|url|uri|link|settings|challenge|hash)$/i
/** Named like a secret, and none: by the end of its place in the answer. */
const NO_SECRETS: Record<string, string> = {
  'runs.isCode': 'how a text is shown',
  passkeys: 'names, or how many',
  'settings.isSecret': 'yes or no',
  'nodes.lacksKey': 'yes or no',
  '/api/console/machine/show settings': 'secrets only as set or not set',
  'limits.keys': 'names of limits',
  'trouble.code': 'what went wrong',
  'findings.code': 'what was found',
  'days.keys': 'a number',
  'now.keys': 'a number',
  'before.keys': 'a number',
  'beginning.link': 'where everybody registers',
  'own.kfUrl': 'on every page of the shop',
  'own.jcUrl': 'on every page of the shop',
  'links.appKey': 'on every page of the shop',
  'agency.app_key': 'on every page of the shop',
  'agency.portalUrl': 'on every page of the shop',
  'clients.link': 'the pattern of a link, without an address',
  'clients.lineLink': 'the pattern of a link, without an address',
  'rows.link': 'the pattern of a link, without an address',
  'rows.hookUrl': 'where a provider reports to, and only its signature counts',
  'places.url': 'where a client is had',
  'defaults.url': 'where a client is had',
  '/api/invite/summary code': 'made to be shown to everybody',
  '/api/invite/summary link': 'made to be shown to everybody',
  inviteCode: 'made to be shown to everybody',
  probeUrl: 'the address of a node, which every feed has',
  '/api/message/push key': 'a public key',
  '/api/console/renewals/show rows.key': 'the plan, inviter or month that a row counts',
  '/api/user/alipay/getKey key': 'a public key',
  '/api/user/captcha challenge': 'made only for this answer',
}

function fieldsOf(schema: TSchema, at = ''): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
    patternProperties = {},
  } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
    allOf?: TSchema[]
    patternProperties?: Record<string, TSchema>
  }
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [`${at}${name}`, ...fieldsOf(field, `${at}${name}.`)]),
    ...[...(items ? [items] : []), ...anyOf, ...allOf, ...Object.values(patternProperties)].flatMap((one) =>
      fieldsOf(one, at),
    ),
  ]
}

test('every answer with a field that is named like a secret is marked, or it is said why it holds none', () => {
  const suspects = ALL.filter(({ method, secret }) => method === 'GET' && !secret).flatMap(({ path, output }) =>
    fieldsOf(output)
      .filter((field) => SECRET_NAME.test(field))
      .map((field) => ({
        whole: `${path} ${field}`,
        end: field.split('.').slice(-2).join('.'),
        name: field.split('.').at(-1)!,
      })),
  )
  const reasons = new Set<string>()
  const unsaid = suspects.filter(({ whole, end, name }) => {
    const reason = [whole, end, name].find((key) => NO_SECRETS[key])
    if (reason) reasons.add(reason)
    return !reason
  })
  expect(unsaid.map(({ whole }) => whole)).toEqual([])
  expect(
    Object.keys(NO_SECRETS).filter((key) => !reasons.has(key)),
    'reasons for nothing',
  ).toEqual([])
  expect(ALL.filter(({ secret }) => secret).map(({ method }) => method)).not.toContain('POST')
})

test('a large answer goes out small to who takes it so; one with credentials, a small one and a refusal never do', async () => {
  const user = await desk.buildUser({ lineLimit: 20 })
  for (let made = 0; made < 6; made += 1) await desk.install(user, await desk.buildNode())
  const ask = async (path: string, accepted = 'gzip, br') => {
    const headers = { authorization: `Bearer ${user.token}`, 'accept-encoding': accepted }
    const { statusCode, headers: told, rawPayload } = await app.inject({ url: path, headers })
    return { statusCode, encoding: told['content-encoding'], caching: told['cache-control'], bytes: rawPayload }
  }
  await desk.confirm(user)
  const plain = await ask(api.lines.nodes.path, 'gzip;q=0')
  const packed = await ask(api.lines.nodes.path)
  expect([plain.encoding, packed.encoding, packed.caching]).toEqual([undefined, 'gzip', 'no-store'])
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString())
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
  const lines = await ask(api.lines.list.path)
  expect(lines.bytes.length).toBeGreaterThan(1000)
  expect([lines.statusCode, lines.encoding, lines.caching]).toEqual([200, undefined, 'no-store, no-transform'])
  expect(lines.bytes.toString()).toContain('credential')
  expect((await ask(api.lines.devices.path)).encoding).toBeUndefined()
  expect((await ask(`${api.traffic.usage.path}?from=x`)).encoding).toBeUndefined()
})

test('a file that is streamed is left as it is', async () => {
  const { headers } = await buildStaff(app, { resellerId: 6801 })
  for (let made = 0; made < 40; made += 1) await buildAccount(app.db, { resellerId: 6801 })
  const url = consoleApi.users.export.path
  const answer = await app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip, br' } })
  expect([answer.statusCode, answer.headers['content-encoding'], answer.body.length > 1000]).toEqual([
    200,
    undefined,
    true,
  ])
})
