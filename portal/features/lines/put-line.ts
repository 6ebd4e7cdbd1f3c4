import type { QueryClient } from '@tanstack/react-query'

import type { Line } from '../../../contract/lines.ts'
import { useLineState } from '../../state/line.ts'
import { LINES_KEY } from './use-lines.ts'

/** Shows a line as the server has just answered it, in the place of the one it follows. */
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

/** A list on its way was asked for before the change and would undo it on the screen: it is called off. */
function askAnew(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LINES_KEY })
}
