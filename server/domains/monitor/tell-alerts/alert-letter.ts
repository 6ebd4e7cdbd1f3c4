import type { Config } from '../../../config.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { AlertRow } from '../../alerts/alert-store.ts'
import { alertTexts, sentenceOf } from '../../alerts/texts/sentence-of.ts'

type Told = { begun: readonly AlertRow[]; ended: readonly AlertRow[] }
type AlertLetter = { subject: string; text: string; html: string; senderName: string }

/** Writes one mail for all alerts that began or ended since the last one. One that did both takes one line. */
export function writeLetter({ begun: began, ended }: Told, config: Config): AlertLetter {
  const { businessTz: timeZone, publicUrl } = config
  const { language } = config.alerts
  const monitorUrl = `${publicUrl}/monitor`
  const words = alertTexts[language]
  const over = new Set(ended.map(({ id }) => id))
  const begun = began.filter(({ id }) => !over.has(id))
  const line = (label: string, alert: AlertRow, at: Date) =>
    `${label} · ${sentenceOf(alert, language)} · ${formatTime(at, timeZone)}`
  const lines = [
    ...begun.map((alert) => line(words.begun, alert, alert.createdAt)),
    ...ended.map((alert) => {
      const at = alert.resolvedAt ?? alert.lastSeenAt
      const seconds = Math.round((at.getTime() - alert.createdAt.getTime()) / 1000)
      return `${line(words.over, alert, at)} · ${words.backAfter(seconds)}`
    }),
  ]
  const first = begun[0] ?? ended[0]
  const label = begun.length > 0 ? words.begun : words.over
  const more = lines.length > 1 ? ` ${words.more(lines.length - 1)}` : ''
  return {
    senderName: words.sender,
    subject: `[${label}] ${first ? sentenceOf(first, language) : ''}${more}`,
    text: [...lines, `${words.open}: ${monitorUrl}`].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"></head><body>
${lines.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<p><a href="${escapeHtml(monitorUrl)}">${escapeHtml(words.open)}</a></p>
</body></html>
`,
  }
}

function formatTime(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(time)
}
