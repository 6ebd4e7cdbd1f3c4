import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { readBundle } from '../domains/nodes/agents/bundle.ts'
import { findFleet } from '../domains/nodes/agents/fleet.ts'
import { loadNewestRelease } from '../domains/nodes/agents/queries.ts'
import { keyLine, lacksKey, offerRelease, signBundle } from '../domains/nodes/agents/releases.ts'
import { auditRead, command, UsageError } from './command.ts'
import { readKeyFile } from './read-options.ts'
import { tableLines } from './table.ts'

const KEY_FILE = {
  'key-file': { kind: 'path', help: 'outside DATA_DIR: who has the server must not have it', isRequired: true },
} as const

export const agentCommands = [
  command({
    name: 'agent key',
    summary: 'Make the key that signs releases of the agent. Keep the file on another machine',
    options: KEY_FILE,
    async run({ config }, { 'key-file': file }) {
      refuseInside(file, config.dataDir)
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      try {
        writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
      } catch (error) {
        throw new UsageError(`--key-file: ${(error as Error).message}`)
      }
      return {
        lines: [`The key is in ${file}. Nodes that are enrolled after \`agent sign\` pin it.`],
        data: { publicKey: shown(publicKey) },
      }
    },
  }),
  command({
    name: 'agent sign',
    summary: 'Sign the agent of this release (npm run build:agent), so that nodes may update to it',
    options: KEY_FILE,
    async run(ctx, { 'key-file': file }) {
      refuseInside(file, ctx.config.dataDir)
      const key = readKey(file)
      const bundle = await readBundle()
      if (!bundle) throw new UsageError('There is no built agent: npm run build:agent')
      await signBundle(ctx, bundle, key, ctx.actor)
      const { number, sha256 } = bundle
      const next = `Next: agent offer --number ${number} --node …, then without --node for all.`
      return {
        lines: [`Signed ${number}, SHA-256 ${sha256}.`, next],
        data: { number, sha256, publicKey: shown(createPublicKey(key)) },
      }
    },
  }),
  command({
    name: 'agent offer',
    summary: 'Have one node update to a signed release; once one runs it, all of them',
    options: {
      number: { kind: 'text', help: 'of the release, such as 0.3.0', isRequired: true },
      node: { kind: 'number', help: 'its id; without it all nodes with our own agent' },
    },
    async run(ctx, { number, node }) {
      const offered = await offerRelease(ctx, number, node, ctx.actor)
      return { lines: [`Offered to ${offered} nodes. \`agent list\` shows who runs it.`], data: { offered } }
    },
  }),
  command({
    name: 'agent list',
    summary: 'What each node runs, what it should run, and why it does not',
    options: {},
    async run(ctx) {
      const nodes = await findFleet(ctx.db)
      await auditRead(ctx, 'operator.nodes_listed', null, nodes.length)
      const lacking = nodes.filter(lacksKey)
      const line = lacking.length > 0 ? ((await keyLine(ctx)) ?? 'agent sign first; then this list has the line') : null
      const lines =
        line === null
          ? []
          : ['', `Without the key that signs, so they take no release: ${idsOf(lacking)}. On each, as root:`, line]
      const signed = (await loadNewestRelease(ctx.db))?.number ?? null
      const says = signed === null ? 'Nothing is signed: nodes take no updates.' : `Signed: ${signed}.`
      return { lines: [...tableLines(nodes), says, ...lines], data: { signed, nodes, keyLine: line } }
    },
  }),
]

const idsOf = (nodes: readonly { id: number }[]) => nodes.map(({ id }) => id).join(', ')

const shown = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

function refuseInside(file: string, dataDir: string): void {
  const inside = path.relative(path.resolve(dataDir), path.resolve(file))
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) throw new UsageError('--key-file: not inside DATA_DIR')
}

function readKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readKeyFile('key-file', file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    if (error instanceof UsageError) throw error
  }
  throw new UsageError('--key-file: that is no Ed25519 key')
}
