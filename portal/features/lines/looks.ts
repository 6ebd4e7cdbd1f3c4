import type { Line, LineNode } from '../../../contract/lines.ts'
import { healthLook, lineLook, nodeLook, WORKS } from '../../../ui/components/line-look.ts'

export function canInstall({ state, isFull }: Pick<LineNode, 'state' | 'isFull'>): boolean {
  return state === 'up' && !isFull
}

/** 100 becomes "×1", 150 becomes "×1.5". */
export function rateText(ratePercent: number): string {
  return `×${ratePercent / 100}`
}

type Load = 'loadIdle' | 'loadSome' | 'crowded'
export function loadWord(loadPercent: number): Load {
  if (loadPercent < 40) return 'loadIdle'
  return loadPercent < 85 ? 'loadSome' : 'crowded'
}

type Unsaid = 'port' | 'unchecked'
/** Users read no word about looks from outside: what is up and was not found broken works. The office says it all. */
function said<L extends { word: string }>(look: L) {
  return look.word === 'port' || look.word === 'unchecked' ? WORKS : (look as Exclude<L, { word: Unsaid }>)
}

/** The server notes bytes once a minute, and the agent tells of them within seconds. */
const NOW_MS = 2 * 60_000
export const carriesNow = (connectedAt: string, nowMs: number): boolean => nowMs - Date.parse(connectedAt) < NOW_MS

type Seen = Parameters<typeof lineLook>[0] & Pick<Line, 'lastConnectedAt'>
/** Dot and word of an own line. One that carries bytes works, whatever a look from outside could find out. */
export function ownLineLook(line: Seen, nowMs = Date.now()) {
  const { state, nodeState, lastConnectedAt } = line
  const carries = state === 'active' && lastConnectedAt !== null && carriesNow(lastConnectedAt, nowMs)
  return carries && nodeState !== 'maintenance' ? WORKS : said(lineLook(line))
}

/** Dot and word of a node that could take a line. */
export const choiceLook = (node: Parameters<typeof nodeLook>[0]) => said(nodeLook(node))
/** Dot and word of a node on the page of the service's state. */
export const statusLook = (node: Parameters<typeof healthLook>[0]) => said(healthLook(node))
