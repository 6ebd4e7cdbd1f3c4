import { api } from '../../../contract/api.ts'
import { answer, type Answer, refuse } from '../answer.ts'
import { account } from '../world/account.ts'
import { at, DAY_MS, HOUR_MS, newId } from '../world/sample-time.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const RECOVERY_CODES = 8

let devices = [
  device(true, navigator.userAgent, '203.0.113.24', -2 * DAY_MS, 0),
  device(false, PHONE, '203.0.113.24', -40 * DAY_MS, -3 * HOUR_MS),
  device(false, COMPUTER, '198.51.100.7', -12 * DAY_MS, -5 * DAY_MS),
]
let hasTotp = false

export const securityAnswers: Answer[] = [
  answer(api.sessions.logout, () => ({})),
  answer(api.sessions.list, () => ({ items: devices })),
  answer(api.sessions.revoke, ({ id }) => {
    const before = devices.length
    devices = devices.filter((one) => one.current || (id !== undefined && one.id !== id))
    return { revoked: before - devices.length }
  }),
  answer(api.sessions.changePass, () => ({})),
  // The hosted page recognises it and shows samples, as the seed's message page does with demo / demo.
  answer(api.sessions.ticket, () => ({ ticket: 'demo', expiresAt: at(60_000) })),
  answer(api.emails.code, () => ({ resendAfterS: 60 })),
  answer(api.emails.bind, ({ email }) => {
    account.email = email
    return {}
  }),
  answer(api.factors.state, () => ({
    totp: hasTotp,
    recoveryCodesLeft: hasTotp ? RECOVERY_CODES : 0,
    passkeys: [],
  })),
  answer(api.factors.totpBegin, () => ({
    secret: 'DEMODEMODEMODEMODEMODEMODEMODEMO',
    uri: 'otpauth://totp/demo?secret=DEMODEMODEMODEMODEMODEMODEMODEMO&issuer=demo',
  })),
  answer(api.factors.totpConfirm, () => {
    hasTotp = true
    return { recoveryCodes: Array.from({ length: RECOVERY_CODES }, (_, index) => `demo-${1000 + index * 137}`) }
  }),
  answer(api.factors.totpRemove, () => {
    hasTotp = false
    return {}
  }),
  answer(api.factors.passkeyBegin, () => refuse('passkey.refused', 'noPasskey')),
  answer(api.factors.passkeyFinish, () => refuse('passkey.refused', 'noPasskey')),
  answer(api.factors.passkeyRemove, () => refuse('object.unknown', 'noPasskey')),
]

function device(current: boolean, userAgent: string, address: string, createdMs: number, seenMs: number) {
  const remembered = true
  return { id: newId(), current, remembered, userAgent, address, createdAt: at(createdMs), seenAt: at(seenMs) }
}
