import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { nodeApi } from '../contract/node-api.ts'
import { findProgram } from '../server/test/run/requires.ts'
import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { waitUntil } from '../server/test/run/wait-until.ts'
import { freePort } from '../test/free-port.ts'

const caddy = findProgram('caddy')
const caddyfile = readFileSync(path.join(import.meta.dirname, '..', 'deploy', 'Caddyfile'), 'utf8')

/** The part of deploy/Caddyfile that every site has, without certificates, in front of a server that takes anything. */
async function serve(): Promise<{ site: string; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, reply) => {
    seen.push(request.headers)
    if (request.headers['x-cut']) return void request.destroy()
    request.resume().once('end', () => reply.writeHead(200, { 'content-type': 'text/plain' }).end('served'))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: behind } = server.address() as AddressInfo
  const [home, port] = [await makeScratchDir(), await freePort()]
  const common = /^\(yuxian\) \{.*?^\}/ms.exec(caddyfile)![0]
  const config = path.join(home, 'Caddyfile')
  const placed = common.replace('127.0.0.1:3000', `127.0.0.1:${behind}`).replace('/var/log/caddy', home)
  writeFileSync(config, `{\n\tadmin off\n}\n${placed}\nhttp://127.0.0.1:${port} {\n\timport yuxian\n}\n`)
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(caddy!, ['run', '--adapter', 'caddyfile', '--config', config], { env, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const site = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    const answer = await fetch(`${site}/healthz`).catch(() => null)
    return answer?.ok === true
  }, 'Caddy')
  return { site, seen }
}

test.skipIf(caddy === null)('Caddy passes calls on, says https to browsers, hides what is inside', async () => {
  const { site, seen } = await serve()
  const page = await fetch(`${site}/login`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect([page.status, await page.text()]).toEqual([200, 'served'])
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(seen.at(-1)!['x-forwarded-for']).toBe('127.0.0.1')
  const count = seen.length
  for (const inside of ['/metrics', '/internal/domain-allowed?domain=a.example']) {
    expect([inside, (await fetch(site + inside)).status]).toEqual([inside, 404])
  }
  expect(seen.length).toBe(count)
})

test.skipIf(caddy === null)('Caddy passes a closed connection on to foreign agents, and 502 to others', async () => {
  const { site } = await serve()
  const headers = { 'x-cut': '1' }
  expect((await fetch(`${site}/api/v1/server/UniProxy/alivelist`, { headers })).status).toBe(502)
  for (const path of ['/api/v1/server/UniProxy/config', '/api/v2/server/config', '/api/v2/server/user']) {
    expect((await fetch(site + path)).status).toBe(200)
    await expect(fetch(site + path, { headers })).rejects.toThrow('fetch failed')
  }
})

test.skipIf(caddy === null)(
  'Caddy refuses a body that is too large with 413, and takes a large one of a node',
  async () => {
    const { site } = await serve()
    const post = async (to: string, bytes: number) =>
      (await fetch(site + to, { method: 'POST', body: 'x'.repeat(bytes) })).status
    expect(await post('/api/user/login', 60_000)).toBe(200)
    expect(await post('/api/user/login', 1_500_000)).toBe(413)
    expect(await post(nodeApi.state.path, 2_100_000)).toBe(200)
    expect(await post('/api/v1/server/UniProxy/push', 2_100_000)).toBe(200)
    expect(await post(nodeApi.state.path, 3_500_000)).toBe(413)
  },
)
