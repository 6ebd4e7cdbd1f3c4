import { formatBytes, plainBytes } from '../../../../contract/bytes.ts'
import { getUserInfo } from '../../../domains/personal-data/user-info/get-user-info.ts'
import { spendTicket } from '../../../domains/sessions/spend-ticket.ts'
import { readUsage } from '../../../domains/traffic/get-usage.ts'
import { clock } from '../../../platform/clock.ts'
import { fail, Refusal } from '../../../platform/errors.ts'
import { dayOf, daysUntil } from '../../../platform/text/business-day.ts'
import { errorText } from '../../../platform/text/error-texts.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { HostedBody, HostedDeps, HostedView } from '../send-hosted.ts'
import { bytesOf, plotSvg, type DayBytes } from './usage-plot.ts'
import { isSample, sampleUsage } from './usage-sample.ts'
import { usageTexts, type UsageTexts } from './usage-texts.ts'

const DAYS = 30
type Query = Record<string, unknown>
type Bytes = Pick<DayBytes, 'upBytes' | 'downBytes' | 'chargedBytes'>

/** Shows a user's records once, while the ticket in the address is good. */
export async function usageBody(view: HostedView, deps: HostedDeps, query: Query): Promise<HostedBody> {
  const texts = usageTexts[view.language]
  try {
    return { title: texts.title, html: await usageHtml(view, deps, query, texts) }
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'ticket.spent')) throw error
    return { status: 403, title: texts.title, html: `<p>${escapeHtml(errorText('ticket.spent', view.language))}</p>` }
  }
}

async function usageHtml(view: HostedView, deps: HostedDeps, query: Query, texts: UsageTexts): Promise<string> {
  const ctx = { ...deps, now: clock.now(), language: view.language }
  const timeZone = deps.config.businessTz
  const days = daysUntil(dayOf(ctx.now, timeZone), DAYS)
  if (isSample(textOf(query['username']), textOf(query['password']))) return sampleHtml(days, texts, timeZone)
  const owner = await spendTicket(ctx, textOf(query['password']), 'usage')
  const info = await getUserInfo(ctx, owner)
  // The name and the brand must both fit the ticket: an address put together from two users shows neither.
  const isTheirs = info.iuser.toLowerCase() === textOf(query['username']).toLowerCase()
  if (!isTheirs || owner.resellerId !== view.resellerId) fail('ticket.spent')
  const asked = { from: days[0]!, to: days.at(-1)! }
  const used = await readUsage(ctx, owner, { ...asked, by: 'day' })
  const byDay = new Map(used.map((row) => [dayOf(new Date(row.at!), timeZone), row]))
  const rows = days.map((day) => ({ day, ...bytesIn(byDay.get(day)) }))
  const nodes = await readUsage(ctx, owner, { ...asked, by: 'node' })
  const shown = nodes.map((row) => ({ name: row.nodeName ?? '', ...bytesIn(row) }))
  return [
    `<p>${escapeHtml(texts.used(formatBytes(info.usedBytes), plainBytes(info.totalBytes)))}</p>`,
    used.length > 0
      ? recordsHtml(rows, shown, texts, timeZone)
      : `<section><p>${escapeHtml(texts.nothing)}</p></section>`,
  ].join('')
}

function sampleHtml(days: readonly string[], texts: UsageTexts, timeZone: string): string {
  const { rows, nodes, usedBytes, totalBytes } = sampleUsage(days)
  const sentences = [texts.sample, texts.used(formatBytes(usedBytes), plainBytes(totalBytes))]
  return sentences.map((text) => `<p>${escapeHtml(text)}</p>`).join('') + recordsHtml(rows, nodes, texts, timeZone)
}

function recordsHtml(
  rows: readonly DayBytes[],
  nodes: readonly ({ name: string } & Bytes)[],
  texts: UsageTexts,
  timeZone: string,
): string {
  const total = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  const most = rows.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a))
  const label = texts.plot(formatBytes(total), formatBytes(bytesOf(most)), most.day)
  const used = rows.filter((row) => bytesOf(row) > 0).toReversed()
  return [
    `<section><h2>${escapeHtml(texts.days)}</h2>${plotSvg(rows, label)}</section>`,
    tableHtml(
      texts.records,
      texts.day,
      used.map((row) => ({ name: row.day.slice(5), ...row })),
      texts,
    ),
    tableHtml(texts.nodes, texts.node, nodes, texts),
    `<p class="soft">${escapeHtml(texts.note(timeZone))}</p>`,
  ].join('')
}

function tableHtml(
  heading: string,
  first: string,
  rows: readonly ({ name: string } & Bytes)[],
  { up, down, charged }: UsageTexts,
): string {
  const head = [first, up, down, charged].map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = [row.name, ...[row.upBytes, row.downBytes, row.chargedBytes].map(formatBytes)]
    return `<tr>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`
  })
  return `<section><h2>${escapeHtml(heading)}</h2><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></section>`
}

function bytesIn(row: Bytes | undefined): Bytes {
  return {
    upBytes: row?.upBytes ?? 0,
    downBytes: row?.downBytes ?? 0,
    chargedBytes: row?.chargedBytes ?? 0,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
