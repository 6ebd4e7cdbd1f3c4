import { type Brand, type BrandConfig, brandOf } from '../../../contract/brand.ts'

/** An office until its shop is dressed: called as its owner called the agency, not as every new shop is. */
export function officeBrand(id: number, own: BrandConfig & { agencyName: string | null }): Brand {
  return brandOf(id, { ...own, title: own.title ?? own.agencyName })
}
