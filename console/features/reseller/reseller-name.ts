import { DEFAULT_BRAND } from '../../../contract/default-brand.ts'

type Named = { resellerId: number; title: string }

/** The name and number of a reseller. The platform's own shop has the product's name; a number is never shown twice. */
export function resellerName({ resellerId, title }: Named, unnamed: string): string {
  const name = title || (resellerId === DEFAULT_BRAND.key ? DEFAULT_BRAND.title : '')
  return name === '' ? unnamed : `${name} · ${resellerId}`
}
