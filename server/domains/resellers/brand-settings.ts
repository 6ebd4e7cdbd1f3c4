import { foreignPage } from '../../../contract/frame-address.ts'
import { limits } from '../../../contract/limits.ts'

export type BrandSettings = {
  title?: string | null
  icon?: string | null
  accent?: string | null
  kfUrl?: string | null
  jcUrl?: string | null
}
export type BrandProblem = { field: keyof BrandSettings; problem: string }

const ICON = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/

/**
 * Checks what a reseller wants to show. Everything here ends up in HTML, CSS, a CSP header or a frame, so only shapes
 * that cannot carry code pass: plain text, six-digit colours, bitmap data URIs, https addresses of other sites.
 */
export function findBrandProblems(settings: BrandSettings, ownOrigins: readonly string[]): BrandProblem[] {
  const problems: BrandProblem[] = []
  const check = (field: keyof BrandSettings, ok: boolean, problem: string) => {
    if (!ok) problems.push({ field, problem })
  }
  const { title, icon, accent } = settings
  if (title != null) {
    const length = [...title].length
    const plain = !/\p{Cc}|\p{Cf}/u.test(title) && title.trim() === title
    check(
      'title',
      plain && length >= 1 && length <= limits.brandTitleMax,
      `1 to ${limits.brandTitleMax} plain characters`,
    )
  }
  if (icon != null) {
    check(
      'icon',
      ICON.test(icon) && icon.length <= limits.brandIconMaxBytes,
      'a png, jpeg or webp data URI up to 48 KB',
    )
  }
  if (accent != null) check('accent', /^#[0-9a-f]{6}$/.test(accent), 'a colour such as #0f766e')
  for (const field of ['kfUrl', 'jcUrl'] as const) {
    const url = settings[field]
    if (url != null) check(field, foreignPage(url, ownOrigins) !== null, 'an https address of another site')
  }
  return problems
}
