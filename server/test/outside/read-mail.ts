export type ReadMail = {
  from: string
  to: string
  subject: string
  headers: Record<string, string>
  text: string
  html: string
}

/** Reads a mail as a mail program would: headers, the two alternatives, their encodings. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error('The mail has no alternatives')
  const parts = body.split(`--${boundary}`).slice(1, -1).map(split)
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    if (!part) throw new Error(`The mail has no ${type} part`)
    return decode(part.body, part.headers['content-transfer-encoding'] ?? '7bit')
  }
  return {
    headers,
    from: decodeWords(headers['from'] ?? ''),
    to: decodeWords(headers['to'] ?? ''),
    subject: decodeWords(headers['subject'] ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  }
}

/** The six digits on their own in the text. */
export function codeIn(mail: ReadMail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
  if (!code) throw new Error(`No code in the mail "${mail.subject}"`)
  return code
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const text = raw.replace(/^\r?\n/, '')
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) throw new Error('No empty line after the headers')
  const lines = text
    .slice(0, end.index)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  ) as Record<string, string>
  return { headers, body: text.slice(end.index + end[0].length) }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll(/=\r?\n/g, '')) : body
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}
