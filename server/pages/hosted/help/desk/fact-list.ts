import { civilTime } from '../../../../../contract/civil-time.ts'
import { balanceNameOf } from '../../../../../contract/default-brand.ts'
import { formatFen } from '../../../../../contract/money.ts'
import type { TicketFacts } from '../../../../../contract/tickets.ts'
import { escapeHtml } from '../../../../platform/text/escape-html.ts'
import type { Desk } from './desk.ts'

/** What support gets to know beside the text, as the portal shows it. */
export function factsHtml(desk: Desk, { system, client, lines, payment }: TicketFacts): string {
  const { texts } = desk
  const at = (instant: string) => timeText(desk, instant)
  const rows: [name: string, value: string][] = [
    [texts.system, system],
    [texts.client, client ? `${client.name} · ${at(client.fetchedAt)}` : texts.clientNone],
    ...(lines.length === 0 ? [[texts.lines, texts.linesNone] as [string, string]] : []),
    ...lines.map(({ node, state, nodeState, lastByteAt }): [string, string] => [
      node,
      [
        state === 'suspended' ? texts.lineOff : texts.nodes[nodeState],
        lastByteAt === null ? texts.noByte : texts.lastByte(at(lastByteAt)),
      ].join(' · '),
    ]),
    [texts.payment, payment ? paymentText(desk, payment) : texts.paymentNone],
  ]
  const html = rows.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
  return `<dl class="facts">${html.join('')}</dl>`
}

function paymentText(desk: Desk, { at, state, amountFen }: NonNullable<TicketFacts['payment']>): string {
  const { texts, ctx } = desk
  const isCoins = balanceNameOf(ctx.resellerId) === '鱼币'
  const amount =
    amountFen === null ? '' : isCoins ? `${formatFen(amountFen)} ${texts.coins}` : `¥${formatFen(amountFen)}`
  return [timeText(desk, at), amount, texts.payments[state]].filter(Boolean).join(' · ')
}

/** 2026-11-17 20:05 in the business's zone, as the portal writes it. */
export function timeText({ zone }: Pick<Desk, 'zone'>, instant: string): string {
  const { year, month, day, hour, minute } = civilTime(new Date(instant), zone)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}
