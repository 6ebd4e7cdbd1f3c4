import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { agentVersion, signedText } from '../../../../contract/agent-release.ts'
import { nodeApi } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { enrolAgent, stateReport } from '../../../test/outside/test-agent.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeWebDir } from '../../../test/run/make-web-dir.ts'
import { readBundle } from './bundle.ts'
import { findFleet } from './fleet.ts'
import { keyLine, keyToPin, offerRelease, signBundle } from './releases.ts'

const webDir = makeWebDir()
const folder = path.join(webDir, 'agent')
mkdirSync(folder)
writeFileSync(path.join(folder, 'yuxian-agent-7.8.9.mjs'), 'the agent')
afterAll(() => rmSync(webDir, { recursive: true }))
const made = await makeApp({}, { webDir })
const { db, inject } = made
const ctx = () => ({ db, now: clock.now() })
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

async function buildNode(version: string) {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const report = (more: Parameters<typeof stateReport>[0] = {}) =>
    agent.ask(nodeApi.state, stateReport({ agentVersion: version, ...more }))
  await report()
  return { nodeId, report }
}

test('serves the agent of this release, and nothing else', async () => {
  const answer = await inject('/agent/7.8.9')
  expect([answer.statusCode, answer.body]).toEqual([200, 'the agent'])
  expect(answer.headers).toMatchObject({
    etag: `"${createHash('sha256').update('the agent').digest('hex')}"`,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename="yuxian-agent-7.8.9.mjs"',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  for (const other of ['7.8.8', '..%2fportal', 'x'.repeat(90)]) {
    expect((await inject(`/agent/${other}`)).statusCode).toBe(404)
  }
})

test('a signed release goes to one node first, then to all, and each says what became of it', async () => {
  const bundle = (await readBundle(folder))!
  const [one, two] = [await buildNode('yuxian-agent 0.1.0'), await buildNode('yuxian-agent 0.1.0')]
  await expect(offerRelease(ctx(), '7.8.9', one.nodeId, 'operator:mei')).rejects.toMatchObject({
    code: 'node.agent_unsigned',
  })
  expect(await keyToPin({ db }, bundle)).toBeNull()
  await signBundle(ctx(), bundle, privateKey, 'operator:mei')
  expect(await keyToPin({ db }, bundle)).toBe(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
  expect(await keyToPin({ db }, { ...bundle, sha256: '00' })).toBeNull()
  expect((await one.report()).data.update).toBeUndefined()
  await expect(offerRelease(ctx(), '7.8.9', null, 'operator:mei')).rejects.toMatchObject({ code: 'node.agent_untried' })
  expect(await offerRelease(ctx(), '7.8.9', one.nodeId, 'operator:mei')).toBe(1)
  const { update } = (await one.report()).data
  expect(update).toMatchObject({ number: '7.8.9', sha256: bundle.sha256 })
  const key = createPublicKey(privateKey)
  expect(verify(null, Buffer.from(signedText(bundle)), key, Buffer.from(update!.signature, 'base64'))).toBe(true)
  expect((await two.report()).data.update).toBeUndefined()
  await one.report({ updateFault: 'it ended with 1 before it served' })
  const faultOf = async () => (await findFleet(db)).find(({ id }) => id === one.nodeId)!.updateFault
  expect(await faultOf()).toBe('it ended with 1 before it served')
  const updated = await one.report({ agentVersion: agentVersion('7.8.9') })
  expect([updated.data.update, await faultOf()]).toEqual([undefined, null])
  expect(await offerRelease(ctx(), '7.8.9', null, 'operator:mei')).toBe(1)
  expect((await two.report()).data.update).toMatchObject({ number: '7.8.9' })
  const audit = await db.kysely.selectFrom('auditLog').select('action').where('action', 'like', 'node.agent%').execute()
  expect(audit.map(({ action }) => action)).toEqual(['node.agent_signed', 'node.agent_offered', 'node.agent_offered'])
})

test('a node without the key that signs is named, with the line that gives it', async () => {
  const [without, withKey, silent] = [
    await buildNode('yuxian-agent 0.1.0'),
    await buildNode('yuxian-agent 0.1.0'),
    await buildNode('yuxian-agent 0.1.0'),
  ]
  await without.report({ hasUpdateKey: false })
  await withKey.report({ hasUpdateKey: true })
  const lacking = async () =>
    (await findFleet(db)).filter(({ hasUpdateKey }) => hasUpdateKey === false).map(({ id }) => id)
  expect(await lacking()).toEqual([without.nodeId])
  expect(await lacking()).not.toContain(silent.nodeId)
  await signBundle(ctx(), (await readBundle(folder))!, privateKey, 'operator:mei')
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(await keyLine({ db })).toContain(` key ${key} && systemctl restart yuxian-agent`)
  await without.report({ hasUpdateKey: true })
  expect(await lacking()).toEqual([])
})
