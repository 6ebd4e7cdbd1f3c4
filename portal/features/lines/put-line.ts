import type { QueryClient } from '@tanstack/react-query'

import type { Line } from '../../../contract/lines.ts'
import { useLineState } from '../../state/line.ts'
import { LINES_KEY } from './use-lines.ts'

/** Shows a line from the server's answer, in place of the line it replaces. */
export function putLine(queries: QueryClient, line: Line, replacedId: string = line.id): void {
  const { lineList, setLineList } = useLineState.getState()
  const isOld = (other: Line) => other.id === replacedId || other.id === line.id
  setLineList(lineList.some(isOld) ? lineList.map((other) => (isOld(other) ? line : other)) : [...lineList, line])
  askAnew(queries)
}

export function dropLine(queries: QueryClient, lineId: string): void {
  const { lineList, setLineList } = useLineState.getState()
  setLineList(lineList.filter(({ id }) => id !== lineId))
  askAnew(queries)
}

export function putFeedUrl(queries: QueryClient, subscriptionUrl: string): void {
  queries.setQueryData(LINES_KEY, { subscriptionUrl })
  askAnew(queries)
}

/** Cancels a list request in flight: it started before the change and would undo it on the screen. */
function askAnew(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LINES_KEY })
}
