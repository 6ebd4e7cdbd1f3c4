// Runs on the machine of the proof. A new user of the portal: from registering through the proxy to the first byte that a
// real client carries through the node, and to the portal's word that it was counted.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

import { download, openStream, startTarget } from '../../../agent/test/target.ts'
import { api } from '../../../contract/api.ts'
import { startLineClient } from '../../../e2e/plane/line-client.ts'
import { waitUntil } from '../../../server/test/run/wait-until.ts'
import { register, type Visitor } from '../../walk-through/visitor.ts'
import { show } from './show.ts'

const [site = '', keysFile = '', targetHost = ''] = process.argv.slice(2)
const MB = 1_000_000
const LIMIT_MS = 60_000
const RESELLER_KEY = 0

function openPage(): Visitor {
  let token = ''
  return {
    signIn: (given) => void (token = given.replace('Bearer ', '')),
    async call(route, input) {
      const isGet = route.method === 'GET'
      const answer = await fetch(site + route.path, {
        method: route.method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(isGet ? {} : { 'content-type': 'application/json' }),
        },
        ...(isGet ? {} : { body: JSON.stringify(input) }),
      })
      const { success, code, data } = (await answer.json()) as { success: boolean; code?: string; data: unknown }
      if (!success) throw new Error(`${route.method} ${route.path}: ${answer.status} ${code}`)
      return data as never
    },
  }
}

/** Asks a few times a second, as a page would: a proxy or the portal may slow down callers that ask more often. */
async function wait<T>(look: () => Promise<T | null | false>, what: string): Promise<{ found: T; seconds: string }> {
  const startedAt = performance.now()
  const find = async () => (await look()) || sleep(250, null)
  const found = await waitUntil(find, what, LIMIT_MS)
  return { found, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

async function getLine({ call }: Visitor): Promise<string> {
  const [code = ''] = readFileSync(keysFile, 'utf8').split('\n')
  await call(api.cards.redeem, { code })
  const { package: plan, state } = await call(api.accounts.info, { dailiKey: RESELLER_KEY })
  show(state === 'active', `redeemed a key: ${plan?.name} is ${state}`)
  const findNode = async () => (await call(api.lines.nodes, {})).find((one) => one.state === 'up') ?? null
  const node = await wait(findNode, 'a node that is up')
  show(true, `the node ${node.found.name} is up after ${node.seconds} s`)
  await call(api.lines.install, { nodeId: node.found.id })
  const findLine = async () => (await call(api.lines.list, {})).lines.find((one) => one.state === 'active') ?? null
  const line = await wait(findLine, 'an active line')
  const { uri = '' } = line.found.connection ?? {}
  show(uri !== '', `line active after ${line.seconds} s: ${uri.replace(/\/\/[^@]+@/, '//…@')}`)
  return uri
}

async function carry(uri: string): Promise<void> {
  const [target, closed] = await Promise.all([startTarget(targetHost), startTarget()])
  const client = await startLineClient(uri)
  try {
    const startedAt = performance.now()
    const stream = openStream(client.socksPort, target.port, `/bytes/${MB}`, { enough: MB, host: targetHost })
    const late = setTimeout(() => stream.close(), LIMIT_MS)
    await stream.flowing
    const firstMs = Math.round(performance.now() - startedAt)
    await stream.ended
    clearTimeout(late)
    const bytes = stream.received()
    const first = bytes > 0 ? `first byte after ${firstMs} ms` : 'no first byte'
    show(bytes === MB, `${first}, ${bytes} bytes of ${MB} came`)
    const leaked = await download(client.socksPort, closed.port, 1000)
    show(leaked === 0, `what else listens on the machine stays closed: ${leaked} bytes of it`)
  } finally {
    await client.stop()
    await Promise.all([target.stop(), closed.stop()])
  }
}

async function seeBooked({ call }: Visitor): Promise<void> {
  const used = async () => (await call(api.accounts.info, { dailiKey: RESELLER_KEY })).usedBytes
  const booked = await wait(async () => {
    const bytes = await used()
    return bytes >= MB && bytes
  }, `the portal to show ${MB} bytes`)
  show(booked.found < MB * 1.1, `bytes booked after ${booked.seconds} s: the portal shows ${booked.found}`)
  const { stage, line } = await call(api.lines.connected, {})
  show(stage === 'connected', `the user's page says ${stage} by ${line?.nodeName}`)
}

const visitor = openPage()
const daili = await register(visitor, 'newcomer', 'a long and quiet password 7')
show(daili === RESELLER_KEY, `registered at reseller ${daili}`)
const uri = await getLine(visitor)
await carry(uri)
await seeBooked(visitor)
