import { protocols } from '../../contract/node-settings.ts'
import { nodeState } from '../domains/lines/node-state.ts'
import { enrolLine } from '../domains/nodes/enrol-line.ts'
import { findNodes, type Node, type NodeReport, loadNode } from '../domains/nodes/load-node.ts'
import { forgetOldNodeKeys } from '../domains/nodes/old-keys.ts'
import { addNode, issueEnrolToken, issueUniproxyToken } from '../domains/nodes/operator.ts'
import { pinSeen, unpinnedOf } from '../domains/nodes/shown-certificate.ts'
import { findLeftOut } from '../domains/traffic/count-good.ts'
import { fail } from '../platform/errors.ts'
import { auditRead, command, type CliCtx, type Outcome } from './command.ts'
import { readWish } from './node-options.ts'
import { languageOptions } from './read-options.ts'
import { tableLines } from './table.ts'

const NODE = { node: { kind: 'number', help: 'its id', isRequired: true } } as const
const FIELDS = {
  ...languageOptions('name'),
  rate: { kind: 'number', help: 'used traffic counts so many hundredths (default 100)' },
  capacity: { kind: 'number', help: 'lines it takes (default 1000)' },
  speed: { kind: 'number', help: 'its connection in Mbps (default 1000); more than it carries is refused' },
  suits: { kind: 'text', help: 'speed modes it is best for: some of game,video,saver; empty for none' },
  settings: { kind: 'text', help: 'what clients need, as JSON: {"network":"ws","path":"/x"} (docs/node-api.md)' },
  'reality-key-file': { kind: 'path', help: 'file with the private key of REALITY' },
  'decryption-file': {
    kind: 'path',
    help: 'file with the "decryption" that belongs to the "encryption" in the settings',
  },
  'block-bittorrent': { kind: 'text', help: 'yes or no: nobody uses BitTorrent there' },
  'block-ports': { kind: 'text', help: 'what nobody reaches there: 25,6881-6889; empty for none' },
  'block-addresses': { kind: 'text', help: 'the same for networks: 10.0.0.0/8,fd00::/8' },
  'block-names': { kind: 'text', help: 'the same for names and all below them: ads.example' },
  dns: { kind: 'text', help: 'address of the name server that it asks' },
} as const
const SECOND_CLASS =
  'shadowsocks-libev ends users later and counts less exactly than v2ray, which carries shadowsocks too (docs/agent.md).'
const WITHOUT_KEY =
  'It gets no update key, so it will take no release of the agent from here: agent sign first (docs/agent.md), then this again.'

export const nodeCommands = [
  command({
    name: 'nodes list',
    summary: 'Nodes in use and how they are',
    options: { reseller: { kind: 'number', help: "only this reseller's and those for everybody" } },
    async run(ctx, { reseller }) {
      const nodes = await findNodes(ctx, { resellerId: reseller })
      await auditRead(ctx, 'operator.nodes_listed', reseller, nodes.length)
      const rows = nodes.map((node) => shortRow(ctx, node))
      return { lines: [...tableLines(rows), ...nodes.flatMap(pinLines)], data: { nodes: rows } }
    },
  }),
  command({
    name: 'nodes add',
    summary: 'A new node. It serves when its agent has enrolled (nodes enrol)',
    options: {
      name: { kind: 'text', help: 'what users see, up to 40 characters', isRequired: true },
      region: { kind: 'text', help: 'ISO code of the country, such as HK', isRequired: true },
      address: { kind: 'text', help: 'host name or address clients connect to', isRequired: true },
      port: { kind: 'number', help: 'of shadowsocks: the first one, each line has its own', isRequired: true },
      protocol: { kind: 'text', help: protocols.join(', '), isRequired: true },
      connection: { kind: 'text', help: 'agent (our own, default) or uniproxy (v2node, V2bX, XrayR and the like)' },
      reseller: { kind: 'number', help: 'only for this reseller; without it for everybody' },
      ...FIELDS,
    },
    async run(ctx, values) {
      const wish = readWish(values)
      const node = await addNode(ctx, wish, ctx.actor)
      const next = values.connection === 'uniproxy' ? 'nodes uniproxy-token' : 'nodes enrol'
      const lines = [`Node ${node} added. Next: ${next} --node ${node}`]
      if (wish.settings.engine === 'shadowsocks-libev') lines.push(SECOND_CLASS)
      return { lines, data: { node } }
    },
  }),
  command({
    name: 'nodes pin',
    summary: 'Let apps accept the certificate of its own that a look saw at a node, and no other one',
    options: NODE,
    async run(ctx, { node }) {
      const certSha256 = await pinSeen(ctx, node, ctx.actor)
      const lines = [`Apps accept the certificate ${certSha256} of node ${node}, once their feed is updated.`]
      return { lines, data: { node, certSha256 } }
    },
  }),
  command({
    name: 'nodes enrol',
    summary: 'A one-time token for the agent of a node, good for a day. Shown this once',
    options: NODE,
    run: (ctx, { node }) => enrol(ctx, node),
  }),
  command({
    name: 'nodes left-out',
    summary: 'What a foreign agent pushed and was not counted, newest first',
    options: { ...NODE, limit: { kind: 'number', help: 'how many (default 50)' } },
    async run(ctx, { node: nodeId, limit }) {
      const node = (await loadNode(ctx, nodeId)) ?? fail('object.unknown')
      const rows = await findLeftOut(ctx, nodeId, Math.min(1000, Math.max(1, limit ?? 50)))
      await auditRead(ctx, 'operator.node_shown', node.resellerId, rows.length)
      return { lines: tableLines(rows), data: { leftOut: rows } }
    },
  }),
  command({
    name: 'nodes forget-old-key',
    summary: "For a node from another panel, once its agent has a token of ours: that panel's opens it no longer",
    options: NODE,
    async run(ctx, { node }) {
      const forgotten = await forgetOldNodeKeys(ctx, node, ctx.actor)
      const lines = [forgotten > 0 ? `The old key of node ${node} is void.` : `Node ${node} has no old key.`]
      return { lines, data: { forgotten } }
    },
  }),
  command({
    name: 'nodes uniproxy-token',
    summary: "A new token for a foreign agent's settings; the old one stops at once. Shown this once",
    options: NODE,
    async run(ctx, { node }) {
      const token = await issueUniproxyToken(ctx, node, ctx.actor)
      const { publicUrl } = ctx.config
      return {
        lines: [
          'In the settings of the agent:',
          `  ApiHost  ${publicUrl}`,
          `  NodeID   ${node}`,
          `  ApiKey   ${token}`,
        ],
        data: { node, token, apiHost: publicUrl },
      }
    },
  }),
]

async function enrol(ctx: CliCtx, node: number): Promise<Outcome> {
  const { token, expiresAt } = await issueEnrolToken(ctx, node, ctx.actor)
  const { line, hasKey } = await enrolLine(ctx, token)
  const lacks = hasKey ? [] : ['', WITHOUT_KEY]
  const until = `On the node's machine, as root, once, before ${expiresAt.toISOString()}:`
  return { lines: [until, '', line, ...lacks], data: { node, token, expiresAt, command: line, hasKey } }
}

function pinLines(node: Node & NodeReport): string[] {
  const unpinned = unpinnedOf(node)
  if (!unpinned) return []
  const todo = unpinned.seen === null ? 'set certSha256 (docs/node-api.md)' : `nodes pin --node ${node.id}`
  return [`Apps do not know the certificate of node ${node.id} (${node.name}): ${todo}`]
}

function shortRow({ now }: CliCtx, node: Node & NodeReport) {
  const { id, name, region, protocol, connection, resellerId, ratePercent, onlineUsers, seenAt, isDemo } = node
  const state = nodeState(node, now)
  return { id, name, region, protocol, connection, state, resellerId, ratePercent, onlineUsers, seenAt, isDemo }
}
