import { Secret, TOTP } from 'otpauth'

import { clock } from '../../platform/clock.ts'

/** The code that a phone shows for a secret, now or so many 30-second steps away. */
export function appCode(secret: string, stepsAway = 0): string {
  const timestamp = clock.now().getTime() + stepsAway * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp })
}

/** A code that is wrong now and in the neighbouring steps. */
export function wrongAppCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)))
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(6, '0')
    if (!right.has(code)) return code
  }
}
