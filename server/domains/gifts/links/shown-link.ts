import type { GiftLink } from '../../../../contract/gifts.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import type { NamedLink } from './queries.ts'

/** What a list needs of a link. */
export type ShownLink = Omit<
  NamedLink,
  'resellerId' | 'giverId' | 'codeHash' | 'packageId' | 'wholesaleFen' | 'giftId' | 'requestKey'
>

export function shownLink(
  link: Omit<ShownLink, 'madeBy' | 'usedBy' | 'usedName'>,
  language: Language,
): Answer<GiftLink> {
  return { ...link, packageName: inLanguage(link.packageName, link.packageNames, language) }
}
