import type { Card, RedeemedCard } from '../../../contract/cards.ts'
import { at, DAY_MS } from './sample-time.ts'

const NOTHING = { packageName: null, period: null, trafficBytes: null, days: null, startsAtUse: false } as const
const WORTH = { kind: 'balance', ...NOTHING } as const

const cards: Card[] = [
  unused('101', 'DEMO-2026-ABCD-8F3K', 2000),
  unused('102', 'DEMO-2026-EFGH-6T9Q', 5000),
  {
    id: '100',
    ...WORTH,
    amountFen: 2000,
    state: 'redeemed',
    code: null,
    lastFour: '7M2P',
    assignedAt: null,
    redeemedAt: at(-40 * DAY_MS),
    redeemedByMe: true,
    expiresAt: null,
  },
]

export function findCards(state: Card['state'] | undefined): Card[] {
  return cards.filter((card) => state === undefined || card.state === state)
}

/** Null for a key that is not a sample or already used. */
export function redeemCard(typed: string): RedeemedCard | null {
  const plain = (code: string) => code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const index = cards.findIndex(({ code }) => code !== null && plain(code) === plain(typed))
  const card = cards[index]
  if (!card) return null
  const redeemedAt = at(0)
  cards[index] = { ...card, state: 'redeemed', code: null, redeemedAt, redeemedByMe: true }
  const { id, amountFen, lastFour } = card
  return { id, ...WORTH, amountFen, lastFour, redeemedAt }
}

function unused(id: string, code: string, amountFen: number): Card {
  return {
    id,
    ...WORTH,
    amountFen,
    state: 'unused',
    code,
    lastFour: code.slice(-4),
    assignedAt: at(-5 * DAY_MS),
    redeemedAt: null,
    redeemedByMe: false,
    expiresAt: at(180 * DAY_MS),
  }
}
