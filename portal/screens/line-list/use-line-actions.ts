import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Line, LineNode } from '../../../contract/lines.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { dropLine, putLine } from '../../features/lines/put-line.ts'
import { LINES_KEY, NODES_KEY } from '../../features/lines/use-lines.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useWords } from '../../words/language.ts'

type Move = { line: Line; node: LineNode }
/** The last move, while it can be taken back. */
export type LastMove = { line: Line; untilMs: number }

/** Actions on a line. `onShow` names the line to show next, or none. */
export function useLineActions(onShow: (lineId: string | null) => void) {
  const t = useWords('line-list')
  const queries = useQueryClient()
  const [lastMove, setLastMove] = useState<LastMove | null>(null)
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  const look = () => {
    void queries.invalidateQueries({ queryKey: LINES_KEY })
    void queries.invalidateQueries({ queryKey: NODES_KEY })
    void loadUserInfo({ skipRecent: true })
  }
  // Refused because things have changed, or unanswered and perhaps done: show the current state.
  const onError = () => look()
  const retry = useMutation({
    mutationFn: ({ nodeId }: Line) => call(api.lines.install, { nodeId }),
    onMutate: ({ nodeId }) => setAsked((before) => new Set(before).add(nodeId)),
    onSuccess: (next, line) => putLine(queries, next, line.id),
    onError: (error) => {
      showMessage('error', failureText(error))
      look()
    },
    onSettled: (_next, _error, { nodeId }) =>
      setAsked((before) => new Set([...before].filter((other) => other !== nodeId))),
  })
  const move = useMutation({
    mutationFn: ({ line, node }: Move) => call(api.lines.move, { lineId: line.id, nodeId: node.id }),
    onSuccess: (next, { line, node }) => {
      putLine(queries, next, line.id)
      onShow(null)
      // A line that did not work has nothing to go back to.
      if (line.state !== 'active') return showMessage('info', t('moveStarted', { name: node.name }))
      setLastMove({ line: next, untilMs: Date.now() + limits.lineUndoMs })
    },
    onError,
  })
  const undo = useMutation({
    mutationFn: ({ id }: Line) => call(api.lines.undoMove, { lineId: id }),
    onSuccess: (old, moved) => {
      putLine(queries, old, moved.id)
      showMessage('success', t('moveUndone', { name: old.nodeName }))
    },
    onError: (error) => showMessage('error', failureText(error)),
    onSettled: () => {
      setLastMove(null)
      look()
    },
  })
  const rotate = useMutation({
    mutationFn: ({ id }: Line) => call(api.lines.rotate, { lineId: id }),
    onSuccess: (next) => {
      putLine(queries, next)
      onShow(next.id)
      showMessage('success', t('rotateDone'))
    },
    onError,
  })
  const uninstall = useMutation({
    mutationFn: ({ id }: Line) => call(api.lines.uninstall, { lineId: id }),
    onSuccess: (_nothing, { id, nodeName }) => {
      dropLine(queries, id)
      onShow(null)
      showMessage('success', t('uninstallDone', { name: nodeName }))
      look()
    },
    onError,
  })
  return { asked, lastMove, retry: (line: Line) => retry.mutate(line), move, undo, rotate, uninstall }
}
export type LineActions = ReturnType<typeof useLineActions>
