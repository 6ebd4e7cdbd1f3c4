import type { Config } from '../config.ts'
import { signImageId } from '../domains/sessions/captcha/image-code.ts'
import { clock } from '../platform/clock.ts'

/** A captcha field that passes once: a picture whose answer is known because we chose it. */
export function solvedCaptcha(config: Config): string {
  const answer = 'ABCD'
  return `img.${signImageId({ config, now: clock.now() }, answer)}.${answer}`
}
