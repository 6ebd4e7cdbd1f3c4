import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { api } from '../contract/api.ts'
import { consoleApi } from '../contract/console/api.ts'
import { limits } from '../contract/limits.ts'
import { nodeApi } from '../contract/node-api.ts'
import type { Route } from '../contract/route.ts'
import { readConfig } from '../server/config.ts'
import { settings as table } from '../server/settings/settings.ts'
import { findProgram } from '../server/test/run/requires.ts'
import { SERVER_FLAGS } from '../server/test/run/server-process.ts'
import { readUnit } from '../test/read-unit.ts'
import { bodyLimitOf, findLocation, readLocations } from './proofs/production/nginx-config.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
const unit = readUnit(read('deploy/yuxian.service'))

/** All settings except those that a process gives to its own workers. */
const settings = Object.values(table)
  .flatMap(Object.keys)
  .filter((name) => name !== 'DERIVING_KEY')

type Compose = { services: { portal: { environment: Record<string, string> } } }
const composed = (parse(read('deploy/compose.yaml')) as Compose).services.portal.environment

test('a container gets every setting, from the image or from its environment', () => {
  const image = [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g)]
  const given = [...Object.keys(composed), ...image.map(([, name]) => name!)]
  expect(settings.filter((name) => !given.includes(name))).toEqual([])
  expect(given.filter((name) => !settings.includes(name))).toEqual([])
})

test('the log of a container cannot fill the disk', () => {
  type Logging = { options?: { 'max-size'?: string; 'max-file'?: string } }
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { logging?: Logging }>
  }
  expect(Object.keys(services).length).toBeGreaterThan(1)
  for (const [name, { logging }] of Object.entries(services)) {
    const { 'max-size': size = '', 'max-file': files = '' } = logging?.options ?? {}
    expect([name, size, files]).toEqual([name, expect.stringMatching(/^\d+m$/), expect.stringMatching(/^\d+$/)])
  }
})

test('every way to start the server keeps its memory small', () => {
  const flags = SERVER_FLAGS.join(' ')
  expect((JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start).toContain(flags)
  expect(unit['ExecStart']?.[0]).toContain(`node ${flags} server/main.ts`)
  expect(JSON.parse(/^CMD (\[.*server.*)$/m.exec(read('deploy/Dockerfile'))![1]!)).toEqual([
    'node',
    ...SERVER_FLAGS,
    'server/main.ts',
  ])
})

test('a setting that the operator leaves out counts as not set in the containers', () => {
  const needed = { PUBLIC_URL: 'https://portal.example.com', SECRET_KEY: 's'.repeat(64), DATABASE_PASSWORD: 'secret' }
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name: string, kind: string, rest: string) =>
      name in needed ? needed[name as keyof typeof needed] : kind === '-' ? rest : `missing ${name}`,
    )
  const filled = Object.fromEntries(Object.entries(composed).map(([name, value]) => [name, fill(value)]))
  const { PUBLIC_URL, SECRET_KEY } = needed
  const DATABASE_URL = 'postgres://yuxian:secret@database:5432/yuxian'
  const alone = { MODE: 'production', PUBLIC_URL, SECRET_KEY, DATABASE_URL, TRUST_PROXY: '1' }
  expect(readConfig(filled)).toEqual(readConfig(alone))
})

test('a command beside the service uses the service’s settings, user and folder', () => {
  const yx = read('deploy/yx')
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile']) {
    expect(yx).toContain(`--property=${name}=${unit[name]?.[0]} `)
  }
  const fixed = unit.Environment!.join(' ').split(' ')
  expect(fixed).toContain('TRUST_PROXY=1')
  const given = [...yx.matchAll(/--property=Environment="([^"]*)"/g)].flatMap(([, words]) => words!.split(' '))
  expect(fixed.filter((setting) => !given.includes(setting))).toEqual([])
})

const calls = [...Object.values(api), ...Object.values(consoleApi)].flatMap((routes) =>
  Object.values(routes as Record<string, Route>),
)

test('the proxy accepts everything that the server accepts, and hides what is not for visitors', () => {
  const locations = readLocations(read('deploy/nginx.conf'))
  const paths = (routes: object) => Object.values(routes as Record<string, Route>).map((route) => route.path)
  const nodePaths = [
    ...paths(nodeApi),
    '/api/v1/server/UniProxy/push',
    '/api/v1/server/UniProxy/alive',
    '/api/v2/server/report',
  ]
  for (const each of nodePaths) expect(bodyLimitOf(locations, each), each).toBeGreaterThan(limits.nodeBodyMaxBytes)
  expect(calls.length).toBeGreaterThan(300)
  for (const { path: each, bodyMaxBytes } of calls) {
    expect(bodyLimitOf(locations, each), each).toBeGreaterThan(bodyMaxBytes ?? limits.bodyMaxBytes)
    // Strangers cannot make the proxy store megabytes, except where the server takes them.
    if (!bodyMaxBytes) expect(bodyLimitOf(locations, each), each).toBeLessThan(limits.nodeBodyMaxBytes)
  }
  const hidden = ['/metrics', '/internal/']
  for (const path of hidden) expect(findLocation(locations, path).body).toContain('return 404')
  for (const { match, body } of locations) {
    if (!hidden.includes(match) && match !== '@noAnswer') expect(body, match).toContain('proxy_pass http://yuxian;')
  }
})

test('the proxy answers no error where foreign agents would take it for a new configuration', () => {
  const locations = readLocations(read('deploy/nginx.conf'))
  expect(locations.find(({ match }) => match === '@noAnswer')?.body).toContain('return 444;')
  for (const base of ['/api/v1/server/UniProxy', '/api/v2/server']) {
    for (const name of ['config', 'user']) {
      expect(findLocation(locations, `${base}/${name}`).body).toContain('error_page 500 502 503 504 = @noAnswer;')
    }
  }
})

const caddyfile = read('deploy/Caddyfile')

test('the proxy speaks no older TLS than 1.2 and no weak suite, leads from http to https and says so for a year', () => {
  const nginx = read('deploy/nginx.conf')
  expect(nginx.match(/^ *ssl_protocols .*$/gm)).toEqual(['  ssl_protocols TLSv1.2 TLSv1.3;'])
  // Of what TLS 1.2 knows, only keys made for each connection and ciphers that authenticate what they encrypt.
  expect(nginx.match(/^ *ssl_ciphers .*$/gm)).toEqual(['  ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;'])
  expect(nginx).toMatch(/^server_tokens off;$/m)
  const [plain = '', secure = ''] = nginx.split(/^server \{$/m).slice(1)
  expect(plain).toMatch(/listen 80;[^]*location \/ \{\n +return 301 https:\/\/\$host\$request_uri;/)
  expect(plain).not.toContain('proxy_pass')
  expect(secure).toContain('add_header Strict-Transport-Security "max-age=31536000" always;')
})

test('no proxy compresses what the server left as it is', () => {
  expect(read('deploy/nginx.conf')).toMatch(/^ {2}gzip off;$/m)
  expect(read('deploy/nginx.conf')).not.toMatch(/gzip(_\w+)? (?!off)/)
  expect(caddyfile).not.toMatch(/^\s*encode\b/m)
})

test('the other proxy forwards to the server’s address, hides the same paths and logs no secrets', () => {
  expect(caddyfile).toContain('ask http://127.0.0.1:3000/internal/domain-allowed')
  expect(caddyfile).toMatch(/@inside path \/metrics \/internal \/internal\/\*\n\trespond @inside 404/)
  const [, hidden] = /request>uri regexp "([^"]+)"/.exec(caddyfile)!
  const logged = (uri: string) => uri.replace(new RegExp(hidden!), '…')
  expect([logged('/login?ticket=secret'), logged('/sub/secret'), logged('/user')]).toEqual(['/login…', '…', '/user'])
  const old = 'c0ffee'.padEnd(32, '0')
  expect([`/s/${old}`, `/own/${old}`, `/own/${old}?flag=x`].map(logged)).toEqual(['…', '/own…', '/own…'])
  expect(logged(`/api/v1/client/subscribe?token=${old}`)).toBe('/api/v1/client/subscribe…')
  expect(caddyfile).toContain('request>headers delete')
})

test('the other proxy takes the same large bodies', () => {
  const pathsOf = (name: string) =>
    new RegExp(`^\\t@${name} (?:not )?path (.+)$`, 'm').exec(caddyfile)![1]!.split(' ').toSorted()
  const larger = [...pathsOf('node'), ...pathsOf('bill')].toSorted()
  const large = calls.filter(({ bodyMaxBytes = 0 }) => bodyMaxBytes > 1_000_000).map((call) => call.path)
  expect(large.length).toBeGreaterThan(3)
  expect(large.filter((each) => !larger.includes(each))).toEqual([])
  expect(pathsOf('others')).toEqual(larger)
})

// We parse only nginx's format. Caddy checks its own file where it is installed.
if (findProgram('caddy') === null)
  console.warn('caddy: not installed, so deploy/Caddyfile was not read by Caddy itself.')

test.skipIf(findProgram('caddy') === null)('Caddy accepts the file, and its formatter would change nothing', () => {
  const file = path.join(import.meta.dirname, '..', 'deploy', 'Caddyfile')
  const home = mkdtempSync(path.join(tmpdir(), 'yuxian-caddy-'))
  try {
    // Caddy would open its log, which belongs to the service.
    const config = path.join(home, 'Caddyfile')
    writeFileSync(config, caddyfile.replace('/var/log/caddy', home))
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
    const caddy = (...args: string[]) => spawnSync(findProgram('caddy')!, args, { env, encoding: 'utf8' })
    const checked = caddy('validate', '--adapter', 'caddyfile', '--config', config)
    expect(checked.stdout + checked.stderr).toContain('Valid configuration')
    expect(caddy('fmt', file).stdout).toBe(caddyfile)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
