import type { Line } from '../../contract/lines.ts'
import { useLineState } from '../state/line.ts'

/** Shows a line as the server has just answered it, in the place of the one it follows. */
export function putLine(line: Line, replacedId: string = line.id): void {
  const { lineList, setLineList } = useLineState.getState()
  const isOld = (other: Line) => other.id === replacedId || other.id === line.id
  setLineList(lineList.some(isOld) ? lineList.map((other) => (isOld(other) ? line : other)) : [...lineList, line])
}

export function dropLine(lineId: string): void {
  const { lineList, setLineList } = useLineState.getState()
  setLineList(lineList.filter(({ id }) => id !== lineId))
}
