import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { api } from '../contract/api.ts'
import { limits } from '../contract/limits.ts'
import { nodeApi } from '../contract/node-api.ts'
import type { Route } from '../contract/route.ts'
import { readConfig } from '../server/config.ts'
import { settings as table } from '../server/settings.ts'
import { SERVER_FLAGS } from '../server/test/run/server-process.ts'
import { bodyLimitOf, findLocation, readLocations } from './proofs/production/nginx-config.ts'
import { readUnit } from '../test/read-unit.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
const unit = readUnit(read('deploy/yuxian.service'))

/** All but what a process hands to its own workers. */
const settings = Object.values(table)
  .flatMap(Object.keys)
  .filter((name) => name !== 'DERIVING_KEY')

type Compose = { services: { portal: { environment: Record<string, string> } } }
const composed = (parse(read('deploy/compose.yaml')) as Compose).services.portal.environment

test('a container gets every setting: from the image, or handed through', () => {
  const image = [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g)]
  const given = [...Object.keys(composed), ...image.map(([, name]) => name!)]
  expect(settings.filter((name) => !given.includes(name))).toEqual([])
  expect(given.filter((name) => !settings.includes(name))).toEqual([])
})

test('each way to start the server keeps its memory small', () => {
  const flags = SERVER_FLAGS.join(' ')
  expect((JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start).toContain(flags)
  expect(unit['ExecStart']?.[0]).toContain(`node ${flags} server/main.ts`)
  expect(JSON.parse(/^CMD (\[.*server.*)$/m.exec(read('deploy/Dockerfile'))![1]!)).toEqual([
    'node',
    ...SERVER_FLAGS,
    'server/main.ts',
  ])
})

test('what is not set for the containers counts as not set', () => {
  const needed = { PUBLIC_URL: 'https://portal.example.com', SECRET_KEY: 's'.repeat(64), DATABASE_PASSWORD: 'secret' }
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name: string, kind: string, rest: string) =>
      name in needed ? needed[name as keyof typeof needed] : kind === '-' ? rest : `missing ${name}`,
    )
  const filled = Object.fromEntries(Object.entries(composed).map(([name, value]) => [name, fill(value)]))
  const { PUBLIC_URL, SECRET_KEY } = needed
  const DATABASE_URL = 'postgres://yuxian:secret@database:5432/yuxian'
  const alone = { MODE: 'production', PUBLIC_URL, SECRET_KEY, DATABASE_URL, TRUST_PROXY: '1' }
  expect(readConfig({ ...filled, MODE: 'production' })).toEqual(readConfig(alone))
})

test('a command beside the service has the settings, user and folder of the service', () => {
  const yx = read('deploy/yx')
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile']) {
    expect(yx).toContain(`--property=${name}=${unit[name]?.[0]} `)
  }
  const fixed = unit.Environment!.join(' ').split(' ')
  expect(fixed).toContain('TRUST_PROXY=1')
  const given = [...yx.matchAll(/--property=Environment="([^"]*)"/g)].flatMap(([, words]) => words!.split(' '))
  expect(fixed.filter((setting) => !given.includes(setting))).toEqual([])
})

test('the proxy lets through whatever the server takes, and hides what is not for visitors', () => {
  const locations = readLocations(read('deploy/nginx.conf'))
  const paths = (routes: object) => Object.values(routes as Record<string, Route>).map((route) => route.path)
  const nodePaths = [...paths(nodeApi), '/api/v1/server/UniProxy/push', '/api/v1/server/UniProxy/alive']
  for (const each of nodePaths) expect(bodyLimitOf(locations, each), each).toBeGreaterThan(limits.nodeBodyMaxBytes)
  const otherPaths = Object.values(api).flatMap(paths)
  expect(otherPaths.length).toBeGreaterThan(40)
  for (const each of otherPaths) {
    expect(bodyLimitOf(locations, each), each).toBeGreaterThan(limits.bodyMaxBytes)
    // Strangers cannot make the proxy keep megabytes.
    expect(bodyLimitOf(locations, each), each).toBeLessThan(limits.nodeBodyMaxBytes)
  }
  expect(findLocation(locations, '/metrics').body).toContain('return 404')
  for (const { match, body } of locations) {
    if (match !== '/metrics') expect(body, match).toContain('proxy_pass http://yuxian;')
  }
})
