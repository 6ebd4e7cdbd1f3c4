import type { Connected, FeedDevice, Line, LineNode, NamedDevice } from '../../../contract/lines.ts'
import { account } from './account.ts'
import { at, DAY_MS, newId } from './sample-time.ts'
import { usedIn } from './traffic.ts'

const READY_AFTER_MS = 2500

/** `ms` is realistic for a reader in China. */
type Sample = [name: string, region: string, protocol: string, loadPercent: number, ratePercent: number, ms: number]
const SAMPLES: readonly Sample[] = [
  ['香港 01', 'HK', 'vless', 42, 100, 36],
  ['香港 02', 'HK', 'trojan', 88, 100, 41],
  ['东京', 'JP', 'trojan', 35, 100, 68],
  ['新加坡', 'SG', 'shadowsocks', 27, 100, 74],
  ['首尔', 'KR', 'vless', 18, 100, 57],
  ['洛杉矶 · 半价流量', 'US', 'vless', 51, 50, 158],
  ['法兰克福', 'DE', 'trojan', 12, 100, 213],
]
const SUITS: Record<string, LineNode['suits']> = { HK: ['game', 'video'], JP: ['game'], US: ['saver', 'video'] }

type Placed = { id: string; nodeId: number; secret: string; createdAt: string; readyAtMs: number; todayShare: number }
const placed: Placed[] = [
  { ...place(1, -29 * DAY_MS), todayShare: 0.7 },
  { ...place(3, -12 * DAY_MS), todayShare: 0.3 },
]
let feed = newId()

export function feedUrl(): string {
  return `https://sub.yuxian.example/sub/${feed}`
}

export function renewFeed(): void {
  feed = newId()
}

export function nodes(): LineNode[] {
  const list = SAMPLES.map(([name, region, protocol, loadPercent, ratePercent, ms], index): LineNode => {
    const suits = SUITS[region] ?? []
    const isMaintained = name === '香港 02'
    return {
      id: index + 1,
      name,
      region,
      protocol,
      state: isMaintained ? 'maintenance' : 'up',
      check: isMaintained ? 'none' : 'good',
      reason: null,
      loadPercent,
      isFull: false,
      ratePercent,
      suits,
      enforcesSpeed: false,
      probeUrl: `sample:${ms}`,
      isRecommended: account.speedMode === 'standard' ? index === 0 : suits.includes(account.speedMode),
      lineId: placed.find(({ nodeId }) => nodeId === index + 1)?.id ?? null,
    }
  })
  return list.sort((a, b) => Number(b.isRecommended) - Number(a.isRecommended))
}

export function lines(): Line[] {
  return placed.map(toLine)
}

/** Some seconds after the import tap the client has the feed, and a little later bytes flow. */
const IMPORTED_S = 3
const CONNECTED_S = 9

export function connected(within: number | undefined): Connected {
  const [line] = placed
  const passed = within ?? CONNECTED_S
  const isImported = line !== undefined && passed >= IMPORTED_S
  const isConnected = isImported && passed >= CONNECTED_S
  const [nodeName, region] = SAMPLES[(line?.nodeId ?? 1) - 1]!
  return {
    stage: isConnected ? 'connected' : isImported ? 'imported' : 'none',
    system: null,
    client: isImported ? 'Clash Meta' : null,
    importedAt: isImported ? at(0) : null,
    line: isConnected ? { lineId: line.id, nodeName, region } : null,
    seconds: isConnected ? CONNECTED_S - IMPORTED_S : null,
    lastAt: line ? at(-60_000) : null,
  }
}

/** Nobody scans a sample: its code waits. */
let given: FeedDevice[] = []

export function makeCode(): { id: number; url: string; expiresAt: string } {
  const id = given.length + 1
  const expiresAt = at(15 * 60_000)
  given = [{ id, stage: 'none', system: null, client: null, createdAt: at(0), expiresAt }]
  return { id, url: `https://sub.yuxian.example/sub/once/${newId()}`, expiresAt }
}

export function devices(): FeedDevice[] {
  return given
}

export function dropDevice(id: number): void {
  given = given.filter((device) => device.id !== id)
}

/** A phone whose client names it. */
let named: NamedDevice[] = [{ id: 'ab'.repeat(32), client: 'Happ', system: 'ios', seenAt: at(-3 * 60_000) }]

export function namedDevices(): NamedDevice[] {
  return named
}

export function forgetDevice(id: string): void {
  named = named.filter((device) => device.id !== id)
}

export function countLines(): number {
  return placed.length
}

export function loadLine(lineId: string): Line | null {
  const found = placed.find(({ id }) => id === lineId)
  return found ? toLine(found) : null
}

export function addLine(nodeId: number): Line {
  const line = place(nodeId, 0)
  placed.push(line)
  return toLine(line)
}

/** By the id of the new line. */
const left = new Map<string, Placed>()

export function moveLine(lineId: string, nodeId: number): Line {
  const old = placed.find(({ id }) => id === lineId)
  dropLine(lineId)
  const line = addLine(nodeId)
  if (old) left.set(line.id, old)
  return line
}

export function undoMove(lineId: string): Line | null {
  const old = left.get(lineId)
  if (!old) return null
  left.delete(lineId)
  dropLine(lineId)
  placed.push(old)
  return toLine(old)
}

export function dropLine(lineId: string): void {
  const index = placed.findIndex(({ id }) => id === lineId)
  if (index >= 0) placed.splice(index, 1)
}

export function renewSecret(lineId: string): void {
  for (const line of placed) if (line.id === lineId) line.secret = newId()
}

function place(nodeId: number, fromNowMs: number): Placed {
  const readyAtMs = Date.now() + fromNowMs + READY_AFTER_MS
  return { id: newId(), nodeId, secret: newId(), createdAt: at(fromNowMs), readyAtMs, todayShare: 0 }
}

function toLine({ id, nodeId, secret, createdAt, readyAtMs, todayShare }: Placed): Line {
  const [nodeName, region, protocol, , ratePercent] = SAMPLES[nodeId - 1]!
  const isPaused = account.pausedAtMs !== null
  const state = isPaused ? 'suspended' : readyAtMs > Date.now() ? 'installing' : 'active'
  const address = `${region.toLowerCase()}${nodeId}.yuxian.example`
  const uri = `${protocol === 'shadowsocks' ? 'ss' : protocol}://${secret}@${address}:443#${encodeURIComponent(nodeName)}`
  const connection = { address, port: 443, credential: secret, settings: { sni: address }, uri }
  return {
    id,
    nodeId,
    nodeName,
    region,
    protocol,
    state,
    reason: isPaused ? 'paused' : null,
    nodeState: 'up',
    nodeCheck: 'good',
    nodeReason: null,
    ratePercent,
    todayBytes: Math.round(usedIn('today') * todayShare),
    lastConnectedAt: todayShare > 0 ? at(-60_000) : null,
    createdAt,
    connection: state === 'active' ? connection : null,
  }
}
