// Runs on the machine of the proof, where the agent's key is. Checks what visitors and nodes get through the proxy.
import { readFileSync } from 'node:fs'
import process from 'node:process'

import { openPortal } from '../../../agent/portal.ts'
import { nodeApi } from '../../../contract/node-api.ts'
import { show } from './show.ts'

const [site = '', keyFile = ''] = process.argv.slice(2)
const MB = 1024 * 1024

async function ask(path: string, options: RequestInit = {}): Promise<{ answer: Response; text: string }> {
  const answer = await fetch(site + path, { redirect: 'manual', ...options })
  return { answer, text: await answer.text() }
}

async function lookAtPages(): Promise<void> {
  for (const [path, wanted] of [
    ['/healthz', 'ok '],
    ['/readyz', 'ready'],
  ]) {
    const { answer, text } = await ask(path!)
    show(answer.status === 200 && text.startsWith(wanted!), `${path} answers ${answer.status} ${text}`)
  }
  const login = await ask('/login?app_key=yx_0')
  const isPage = login.answer.status === 200 && login.text.includes('<title>')
  show(isPage, `/login answers ${login.answer.status} with a page of ${login.text.length} characters`)
  const hsts = login.answer.headers.get('strict-transport-security')
  show(hsts === 'max-age=31536000', `browsers are told to stay with https: ${hsts}`)
  const plain = await fetch(`${site.replace('https', 'http')}/login?app_key=yx_0`, { redirect: 'manual' })
  const target = plain.headers.get('location')
  show([301, 308].includes(plain.status) && target === `${site}/login?app_key=yx_0`, `http is sent to ${target}`)
  show((await ask('/metrics')).answer.status === 404, '/metrics is hidden')
}

async function lookAtCompression(): Promise<void> {
  const { answer, text } = await ask('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  const how = answer.headers.get('content-encoding')
  const isRight = answer.ok && how === 'gzip' && text.length > 1000 && typeof JSON.parse(text) === 'object'
  show(isRight, `a JSON answer of ${text.length} characters comes as ${how}`)
}

/** Addresses of lines that do not exist: they are read, but have no effect. */
function makeReport(bytes: number) {
  const addresses = Array.from(
    { length: 64 },
    (_, index) => `2001:db8:0:0:1111:2222:3333:${(4096 + index).toString(16)}`,
  )
  const perLine = JSON.stringify({ number: 900_000_000, addresses }).length + 1
  return {
    boot: 'proof',
    engine: 'running' as const,
    appliedRevision: 0,
    failed: [],
    agentVersion: 'proof',
    cpuPercent: 1,
    memoryPercent: 1,
    connections: 0,
    upBps: 0,
    downBps: 0,
    addresses: Array.from({ length: Math.ceil(bytes / perLine) }, (_, line) => ({
      number: 900_000_000 + line,
      addresses,
    })),
  }
}

async function lookAtNode(): Promise<void> {
  const { nodeId, secret, epoch } = JSON.parse(readFileSync(keyFile, 'utf8'))
  const portal = openPortal(site, { nodeId, secret, epoch })
  const report = makeReport(1.5 * MB)
  const size = `${(JSON.stringify(report).length / MB).toFixed(1)} MB`
  const refusal = await portal.state(report).then(
    () => null,
    (error: unknown) => String(error),
  )
  show(refusal === null, `a node's report of ${size} is taken${refusal ? `: ${refusal}` : ''}`)
  const body = JSON.stringify(makeReport(1.5 * MB))
  const headers = { 'content-type': 'application/json' }
  const stranger = await ask('/api/login', { method: 'POST', headers, body })
  show(stranger.answer.status === 413, `the same at another call answers ${stranger.answer.status}`)
  const { answer, text } = await ask(nodeApi.state.path, { method: 'POST', headers, body })
  show(answer.status === 403 && text.includes('node.refused'), `without a signature it answers ${answer.status}`)
}

await lookAtPages()
await lookAtCompression()
await lookAtNode()
