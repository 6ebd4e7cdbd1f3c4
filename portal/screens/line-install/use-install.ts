import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { putLine } from '../../features/lines/put-line.ts'
import { LINES_KEY, NODES_KEY } from '../../features/lines/use-lines.ts'
import { loadUserInfo } from '../../session/user-info.ts'

export type Install = { asked: ReadonlySet<number>; start: (nodeId: number) => void }

/** Several installs may run at once; `asked` are nodes with an unanswered request. */
export function useInstall(): Install {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  const { mutate } = useMutation({
    mutationFn: (nodeId: number) => call(api.lines.install, { nodeId }),
    onMutate: (nodeId) => setAsked((before) => new Set(before).add(nodeId)),
    onSuccess: (line) => putLine(queries, line),
    onError: (error) => {
      showMessage('error', failureText(error))
      // Refused because things have changed, or unanswered and perhaps done: show the current state.
      void queries.invalidateQueries({ queryKey: LINES_KEY })
      void queries.invalidateQueries({ queryKey: NODES_KEY })
      void loadUserInfo({ skipRecent: true })
    },
    onSettled: (_line, _error, nodeId) =>
      setAsked((before) => new Set([...before].filter((other) => other !== nodeId))),
  })
  return { asked, start: mutate }
}
