import type { Config } from '../../config.ts'
import { signImageId } from '../../domains/sign-in/captcha/image-code.ts'
import { clock } from '../../platform/clock.ts'

/** A captcha field that passes once. Uses the picture code: the proof of work would take a second each. */
export function makeCaptcha(config: Config): string {
  return `img.${signImageId({ now: clock.now(), config }, 'ACEFH')}.ACEFH`
}
