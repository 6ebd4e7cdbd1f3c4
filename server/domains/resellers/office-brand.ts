import { type Brand, type BrandConfig, brandOf } from '../../../contract/brand.ts'

/** Until a shop has a title, its office shows the agency's name and not the default title. */
export function officeBrand(id: number, own: BrandConfig & { agencyName: string | null }): Brand {
  return brandOf(id, { ...own, title: own.title ?? own.agencyName })
}
