import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'

import { useMay } from '../../session/session.ts'
import { useScreens } from '../use-screens.ts'
import { finderSources, type Found } from './finder-sources.ts'

const QUIET_MS = 200
/** One letter would match everybody. */
const SHORTEST = 2

/** Users, orders and so on that match the typed text, from the screens that this member may open. */
export function useFound(typed: string): { word: (typeof finderSources)[number]['word']; found: Found[] }[] {
  const [search] = useDebouncedValue(typed.trim(), QUIET_MS)
  const paths = useScreens().map(({ path }) => path)
  const may = useMay()
  const sources = finderSources.filter(({ screen, needs }) => paths.includes(screen) && may(needs ?? 'own'))
  const answers = useQueries({
    queries: sources.map(({ screen, word, find }) => ({
      queryKey: ['finder', screen, word, search],
      queryFn: () => find(search),
      enabled: search.length >= SHORTEST,
    })),
  })
  return sources.map(({ word }, at) => ({ word, found: search.length < SHORTEST ? [] : (answers[at]?.data ?? []) }))
}
