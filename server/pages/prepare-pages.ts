import { hash } from 'node:crypto'
import { constants, gzipSync } from 'node:zlib'

import type { Brand } from '../../contract/brand.ts'
import type { Language } from '../../contract/languages.ts'
import { changedLimits } from '../../contract/limits.ts'
import type { ColourScheme, PageStart } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import { fillPage } from './fill-page.ts'
import type { PageBrand } from './page-brand.ts'
import type { PageFiles } from './page-files.ts'
import { pagePolicy } from './security-headers.ts'

/** A template is in one language. */
type Wanted = { template: string; language: Language; scheme: ColourScheme }
type PreparedPage = { policy: string; plain: Buffer; gzipped: Buffer }

/** Every request for a brand, page and scheme gets the same bytes: make them once for as long as the brand is kept. */
export function preparePages(files: Pick<PageFiles, 'build' | 'scriptHashes'>, config: Config) {
  const ofBrands = new WeakMap<Brand, Map<string, Map<ColourScheme, PreparedPage>>>()
  const make = ({ brand, reseller }: PageBrand, { template, language, scheme }: Wanted): PreparedPage => {
    const start: PageStart = {
      brand,
      language,
      scheme,
      sandbox: config.mode === 'sandbox',
      build: files.build,
      timeZone: config.businessTz,
      limits: changedLimits,
    }
    const html = fillPage(template, start)
    const hashes = { scriptHashes: files.scriptHashes, styleHashes: styleHashesOf(html) }
    const plain = Buffer.from(html)
    const gzipped = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION })
    return { policy: pagePolicy({ ...hashes, reseller, config }), plain, gzipped }
  }
  return {
    of(found: PageBrand, wanted: Wanted): PreparedPage {
      const pages = ofBrands.get(found.brand) ?? new Map<string, Map<ColourScheme, PreparedPage>>()
      ofBrands.set(found.brand, pages)
      const schemes = pages.get(wanted.template) ?? new Map<ColourScheme, PreparedPage>()
      pages.set(wanted.template, schemes)
      const page = schemes.get(wanted.scheme) ?? make(found, wanted)
      schemes.set(wanted.scheme, page)
      return page
    },
  }
}

/** The page's own styles. Nothing a brand says can add one: its texts are escaped, its colours computed. */
function styleHashesOf(html: string): string[] {
  const styles = html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)
  return [...styles].map(([, css]) => `sha256-${hash('sha256', css!, 'base64')}`)
}
