import type { GiftLink } from '../../../../contract/gifts.ts'
import type { Language } from '../../../../contract/languages.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import type { NamedLink } from './queries.ts'

/** What a list needs of a link. */
export type ShownLink = Omit<
  NamedLink,
  'resellerId' | 'giverId' | 'codeHash' | 'packageId' | 'wholesaleFen' | 'giftId' | 'requestKey'
>

export function shownLink(link: Omit<ShownLink, 'madeBy' | 'usedBy' | 'usedName'>, language: Language): GiftLink {
  const { id, kind, days, trafficBytes, priceFen, state, lastFour } = link
  return {
    id,
    kind,
    packageName: inLanguage(link.packageName, link.packageNames, language),
    days,
    trafficBytes,
    priceFen,
    state,
    lastFour,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    endedAt: link.endedAt?.toISOString() ?? null,
  }
}
