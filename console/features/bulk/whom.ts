import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { endingDays } from '../../../contract/console/choices.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { readListState } from '../table/list-state.ts'
import { userFilterKeys, userMoments } from '../user-filter/user-filters.ts'
import { useUserChoices } from '../user/use-user-choices.ts'

export type Selected = Readonly<Record<string, string>>

/** A choice is the address that the list of users has for it; everybody has none. */
const EVERYBODY = 'everybody'

export function selectionOf(choice: string): Selected {
  if (choice === EVERYBODY) return {}
  const { search, filters } = readListState(new URLSearchParams(choice), userFilterKeys)
  return { ...(search === '' ? {} : { search }), ...userMoments(filters) }
}

/** Whom a bulk can be for, by the answers of the server. */
export function useWhom() {
  const t = useWords('bulk')
  const saved = useQuery({
    queryKey: ['views', 'users'],
    queryFn: () => call(consoleApi.views.list, { screen: 'users' }),
  })
  const { nodes, packages, tags } = useUserChoices()
  const views = saved.data?.views ?? []
  const groups = [
    {
      group: t('whomState'),
      items: [
        { value: `endsWithinDays=${endingDays}`, label: t('whomEnding', { days: endingDays }) },
        { value: 'neverConnected=true', label: t('whomNeverConnected') },
        { value: 'overQuota=true', label: t('whomOverQuota') },
        { value: 'state=active', label: t('whomActive') },
        { value: 'state=expired', label: t('whomExpired') },
        { value: 'state=blocked', label: t('whomBlocked') },
        { value: EVERYBODY, label: t('everybody') },
      ],
    },
    { group: t('whomNode'), items: nodes.map(({ id, name }) => ({ value: `node=${id}`, label: name })) },
    { group: t('whomPackage'), items: packages.map(({ id, name }) => ({ value: `package=${id}`, label: name })) },
    {
      group: t('whomTag'),
      items: tags.map((tag) => ({ value: new URLSearchParams({ tag }).toString(), label: tag })),
    },
    { group: t('whomView'), items: views.map(({ name, query }) => ({ value: query, label: name })) },
  ]
  // A saved view may be one of the others.
  const known = new Set([...groups.slice(0, -1).flatMap(({ items }) => items.map(({ value }) => value)), ''])
  return groups
    .map(({ group, items }, at) => ({
      group,
      items: at === groups.length - 1 ? items.filter(({ value }) => !known.has(value)) : items,
    }))
    .filter(({ items }) => items.length > 0)
}

/** A selection in words; a filter that is none of the choices is told as one. */
export function useWhomText(selection: Selected): string {
  const t = useWords('bulk')
  const groups = useWhom()
  if (selection['outage']) return t('whomOutage')
  const ids = selection['ids']?.split(',').length
  if (ids) return t('selected', { count: ids })
  if (selection['leftOutOf']) return t('leftOut')
  const address = new URLSearchParams(selection).toString()
  const choice = address === '' ? EVERYBODY : address
  return groups.flatMap(({ items }) => items).find(({ value }) => value === choice)?.label ?? t('filtered')
}
