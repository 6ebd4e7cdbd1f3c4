import type { Language } from '../../../../contract/languages.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import type { Outage } from '../../nodes/outages.ts'

export const shownOutage = ({ nodes, ...outage }: Outage, language: Language) => ({
  ...outage,
  nodeIds: nodes.map(({ id }) => id),
  nodes: nodes.map(({ name, names }) => inLanguage(name, names, language)),
})
