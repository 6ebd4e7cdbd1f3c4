import { accentCss } from '../../contract/accent.ts'
import { writeAppKey } from '../../contract/app-key.ts'
import { homeIconPath, manifestPath, placeholders, type PageStart } from '../../contract/page.ts'
import { escapeHtml } from '../platform/text/escape-html.ts'

/**
 * Writes brand and language into a prerendered page, and the nonce into the console's. Replaces by function, because a
 * title may hold `$&`.
 */
export function fillPage(template: string, start: PageStart, nonce = ''): string {
  const { brand } = start
  const appKey = writeAppKey(brand.key)
  const values: Record<string, string> = {
    [placeholders.nonce]: nonce,
    [placeholders.scheme]: start.scheme,
    [placeholders.language]: start.language,
    [placeholders.brandTitle]: escapeHtml(brand.title),
    [placeholders.brandIcon]: escapeHtml(brand.icon),
    [placeholders.brandAccent]: escapeHtml(brand.accent),
    [placeholders.manifest]: escapeHtml(manifestPath(appKey)),
    [placeholders.homeIcon]: escapeHtml(homeIconPath(appKey)),
    [placeholders.brandStyle]: accentCss(brand.accent),
    [placeholders.brandJson]: JSON.stringify(start).replaceAll('<', '\\u003c'),
  }
  return template.replace(/%[A-Z_]+%/g, (name) => values[name] ?? name)
}
