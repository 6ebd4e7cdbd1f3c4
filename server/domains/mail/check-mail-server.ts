import type { Config } from '../../config.ts'
import { loadMailer } from './deliver-mail.ts'

const LIMIT_MS = 5_000
const TIMEOUTS = {
  connectionTimeout: LIMIT_MS,
  greetingTimeout: LIMIT_MS,
  socketTimeout: LIMIT_MS,
  dnsTimeout: LIMIT_MS,
}

export type MailTrouble = { says: string; toCheck: string }
type MailError = Error & { code?: string; errno?: number; syscall?: string; responseCode?: number }

/**
 * Greets the mail server and signs in; sends nothing. Returns null when it would accept a mail, else the server and the
 * reason in our own words: a server's answer may repeat the password.
 */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<MailTrouble | null> {
  if (smtpUrl === null) return null
  const { createTransport } = await loadMailer()
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return describeTrouble(smtpUrl, error as MailError)
  } finally {
    transport.close()
  }
}

function describeTrouble(smtpUrl: string, error: MailError): MailTrouble {
  const { hostname, port, protocol } = new URL(smtpUrl)
  const at = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  const reason = reasonOf(error)
  const code = [error.code ?? error.name, error.responseCode].filter(Boolean).join(' ')
  return { says: `${at} ${reason.says} (${code})`, toCheck: reason.toCheck }
}

function reasonOf({ code, message, responseCode }: MailError): MailTrouble {
  if (code === 'EAUTH' || responseCode === 535) {
    return { says: 'refuses the name or the password', toCheck: 'Check name and password in SMTP_URL' }
  }
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) {
    return { says: 'has no address: the name is not known', toCheck: 'Check the host in SMTP_URL and the name service' }
  }
  if (/ECONNREFUSED/.test(message)) {
    return { says: 'takes no connections', toCheck: 'Check the port in SMTP_URL, and that the mail server runs' }
  }
  if (/certificate|SSL|TLS|wrong version/i.test(message) || code === 'ETLS') {
    return {
      says: 'speaks TLS otherwise',
      toCheck: 'Port 465 goes with smtps://, 587 with smtp://. Check the certificate',
    }
  }
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION' || /timeout/i.test(message)) {
    return { says: 'does not answer within 5 s', toCheck: 'Check the port, and the firewall between here and there' }
  }
  return {
    says: 'breaks the connection off',
    toCheck: 'Check host and port in SMTP_URL, and the log of the mail server',
  }
}
