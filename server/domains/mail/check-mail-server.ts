import { createTransport } from 'nodemailer'

import type { Config } from '../../config.ts'

const LIMIT_MS = 5_000
const TIMEOUTS = {
  connectionTimeout: LIMIT_MS,
  greetingTimeout: LIMIT_MS,
  socketTimeout: LIMIT_MS,
  dnsTimeout: LIMIT_MS,
}

/**
 * Greets the mail server and signs in; sends nothing. Null when it would take a mail, else why not: the code alone,
 * since what a server answers may repeat the password.
 */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<string | null> {
  if (smtpUrl === null) return null
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    return [code ?? (error as Error).name, responseCode].filter(Boolean).join(' ')
  } finally {
    transport.close()
  }
}
