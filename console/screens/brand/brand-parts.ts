import type { OwnBrand } from '../../../contract/console/brand.ts'

/** Sends texts one by one: together with an icon they would exceed the limit of a body. */
export function partsOf({ agreement, help, ...rest }: Partial<OwnBrand>): Partial<OwnBrand>[] {
  const { feedHeaders } = rest
  // While somebody types, a line may end with a blank or be empty.
  const lines = feedHeaders && { feedHeaders: feedHeaders.map((line) => line.trim()).filter((line) => line !== '') }
  const receipt = rest.receiptText ? { receiptText: rest.receiptText.trim() } : {}
  return [
    ...(Object.keys(rest).length > 0 ? [{ ...rest, ...lines, ...receipt }] : []),
    ...(agreement === undefined ? [] : [{ agreement }]),
    ...(help === undefined ? [] : [{ help }]),
  ]
}

/** An empty field returns to the default rule. */
export const orNull = (text: string) => (text.trim() === '' ? null : text)
