import type { OwnBrand } from '../../../contract/console/brand.ts'

/** Sends texts one by one: together with an icon they would exceed the limit of a body. */
export function partsOf({ agreement, help, ...rest }: Partial<OwnBrand>): Partial<OwnBrand>[] {
  return [
    ...(Object.keys(rest).length > 0 ? [rest] : []),
    ...(agreement === undefined ? [] : [{ agreement }]),
    ...(help === undefined ? [] : [{ help }]),
  ]
}

/** An empty field returns to the default rule. */
export const orNull = (text: string) => (text.trim() === '' ? null : text)
