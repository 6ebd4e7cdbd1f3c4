import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import type { Line } from '../../../contract/lines.ts'
import { useWords } from '../../words/language.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { showNotification } from '../../../ui/components/toast-store.ts'
import { countInstalls, isUnderWay } from './count-installs.ts'
import { NODES_KEY } from './use-nodes.ts'

/**
 * Keeps the list polled while a line is being set up, and says when it is ready. `asked` are nodes whose request has not
 * been answered: their line is not in the list yet.
 */
export function useUnderWay(lines: readonly Line[], asked: ReadonlySet<number>): void {
  const t = useWords('lines')
  const queries = useQueryClient()
  const [installs] = useState(countInstalls)

  const follow = useEffectEvent((lines: readonly Line[], asked: ReadonlySet<number>) => {
    const waiting = lines.filter(isUnderWay).map(({ nodeId }) => nodeId)
    const ended = installs.show([...asked, ...waiting])
    const ready = lines.filter(({ nodeId, state }) => ended.includes(nodeId) && state === 'active')
    for (const { nodeName } of ready) showNotification('success', t('readyNow', { name: nodeName }), t('readyText'))
    if (ended.length === 0) return
    void queries.invalidateQueries({ queryKey: NODES_KEY })
    void loadUserInfo({ skipRecent: true })
  })

  useEffect(() => follow(lines, asked), [lines, asked])
  useEffect(() => () => installs.leave(), [installs])
}
