import { RECEIPT_LINES_MAX, RECEIPT_TEXT_MAX } from '../../../contract/brand.ts'
import type { OwnText } from '../../../contract/console/brand.ts'
import { foreignPage } from '../../../contract/frame-address.ts'
import { limits } from '../../../contract/limits.ts'
import { findFeedHeaderProblem } from './feed-headers.ts'

export type BrandSettings = {
  title?: string | null
  icon?: string | null
  accent?: string | null
  kfUrl?: string | null
  jcUrl?: string | null
  contact?: string | null
  /** The name beside our address in mails; null: use the title. */
  senderName?: string | null
  /** Below every receipt. */
  receiptText?: string | null
  /** Sites that may show the portal in a frame. */
  frameOrigins?: string[]
  /** Further headers of its users' feeds, each as `name: value`. */
  feedHeaders?: string[]
  /** Regions have a globe instead of their flag. */
  hidesFlags?: boolean
  /** The reseller's own terms and help page, in place of ours. */
  agreement?: OwnText | null
  help?: OwnText | null
}
export type BrandProblem = { field: keyof BrandSettings; problem: string }

/** Together with verified domains this stays far below the 4 kB of headers that a proxy accepts by default. */
const FRAME_ORIGINS_MAX = 10
const ORIGIN_MAX = 100
const ICON = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/
const FIRST_BYTES: Record<string, RegExp> = {
  png: /^89504e470d0a1a0a0000000d49484452/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
}

/**
 * Checks what a reseller wants to show. All of it ends up in HTML, CSS, a CSP header or a frame, so accept only shapes
 * that cannot carry code: plain text, six-digit colours, bitmap data URIs, https addresses of other sites.
 */
export function findBrandProblems(settings: BrandSettings, ownOrigins: readonly string[]): BrandProblem[] {
  const problems: BrandProblem[] = []
  const check = (field: keyof BrandSettings, ok: boolean, problem: string) => {
    if (!ok) problems.push({ field, problem })
  }
  const { icon, accent, frameOrigins = [] } = settings
  for (const [field, max] of [
    ['title', limits.brandTitleMax],
    ['contact', limits.agencyContactMax],
    ['senderName', limits.brandTitleMax],
  ] as const) {
    const text = settings[field]
    if (text != null) check(field, isPlain(text, max), `1 to ${max} plain characters`)
  }
  if (icon != null) {
    check(
      'icon',
      icon.length <= limits.brandIconMaxBytes && isPicture(icon),
      'a png, jpeg or webp data URI up to 48 KB',
    )
  }
  if (accent != null) check('accent', /^#[0-9a-f]{6}$/.test(accent), 'a colour such as #0f766e')
  for (const field of ['kfUrl', 'jcUrl'] as const) {
    const url = settings[field]
    if (url != null) check(field, foreignPage(url, ownOrigins) !== null, 'an https address of another site')
  }
  const isOrigin = (text: string) => text.length <= ORIGIN_MAX && foreignPage(text, ownOrigins)?.origin === text
  check(
    'frameOrigins',
    frameOrigins.length <= FRAME_ORIGINS_MAX && frameOrigins.every(isOrigin),
    `up to ${FRAME_ORIGINS_MAX} https origins of other sites, such as https://shop.example`,
  )
  const { receiptText } = settings
  if (receiptText != null)
    check(
      'receiptText',
      isReceiptText(receiptText),
      `1 to ${RECEIPT_TEXT_MAX} plain characters in up to ${RECEIPT_LINES_MAX} lines`,
    )
  const problem = findFeedHeaderProblem(settings.feedHeaders ?? [])
  if (problem) problems.push({ field: 'feedHeaders', problem })
  for (const field of ['agreement', 'help'] as const) {
    const texts = Object.values(settings[field] ?? {})
    check(field, texts.every(isReadable), `1 to ${limits.ownTextMax} characters in each language`)
  }
  return problems
}

/** Invisible characters could reorder the words around them, or hide text. */
function isReadable(text: string): boolean {
  return text.trim() !== '' && text.length <= limits.ownTextMax && !/[^\P{Cc}\n\t]|\p{Cf}/u.test(text)
}

function isReceiptText(text: string): boolean {
  const lines = text.split('\n')
  return (
    isReadable(text) &&
    text.trim() === text &&
    [...text].length <= RECEIPT_TEXT_MAX &&
    lines.length <= RECEIPT_LINES_MAX
  )
}

/** The first bytes must match the declared kind. */
function isPicture(icon: string): boolean {
  const [, kind = '', base64 = ''] = ICON.exec(icon) ?? []
  return FIRST_BYTES[kind]?.test(Buffer.from(base64.slice(0, 64), 'base64').toString('hex')) ?? false
}

function isPlain(text: string, max: number): boolean {
  const length = [...text].length
  return !/\p{Cc}|\p{Cf}/u.test(text) && text.trim() === text && length >= 1 && length <= max
}
