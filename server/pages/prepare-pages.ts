import type { Brand } from '../../contract/brand.ts'
import type { Language } from '../../contract/languages.ts'
import { changedLimits } from '../../contract/limits.ts'
import type { ColourScheme } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import { fillPage } from './fill-page.ts'
import type { PageBrand } from './page-brand.ts'
import type { PageFiles } from './page-files.ts'
import { NONCE_TO_COME, preparePage, type PreparedPage } from './prepared-page.ts'
import { pagePolicy } from './security-headers.ts'

type Wanted = { template: string; language: Language; scheme: ColourScheme }
type Ready = PreparedPage & { policy(nonce: string): string }

/**
 * Pages of one brand, language and scheme differ only in the nonce: make them once for as long as the brand is kept.
 */
export function preparePages(files: Pick<PageFiles, 'build' | 'scriptHashes'>, config: Config) {
  const ofBrands = new WeakMap<Brand, Map<string, Map<string, Ready>>>()
  const make = ({ brand, reseller }: PageBrand, { template, language, scheme }: Wanted): Ready => {
    const { build, scriptHashes } = files
    const isSandbox = config.mode === 'sandbox'
    const known = {
      brand,
      language,
      scheme,
      sandbox: isSandbox,
      build,
      timeZone: config.businessTz,
      limits: changedLimits,
    }
    const policy = pagePolicy({ nonce: NONCE_TO_COME, scriptHashes, reseller, config }).split(NONCE_TO_COME)
    return { ...preparePage(fillPage(template, known, NONCE_TO_COME)), policy: (nonce) => policy.join(nonce) }
  }
  return {
    of(found: PageBrand, wanted: Wanted): Ready {
      const pages = ofBrands.get(found.brand) ?? new Map<string, Map<string, Ready>>()
      ofBrands.set(found.brand, pages)
      const views = pages.get(wanted.template) ?? new Map<string, Ready>()
      pages.set(wanted.template, views)
      const view = `${wanted.language} ${wanted.scheme}`
      const ready = views.get(view) ?? make(found, wanted)
      views.set(view, ready)
      return ready
    },
  }
}
