import { useMutation } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import items from '../../features/show/item-rows.module.css'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './nodes.module.css'

const ways = { engine: 'lookEngine', tls: 'lookTls', tcp: 'lookTcp' } as const

/** What the last look from outside found, who looked, and when. */
export function LookText({ look }: { look: NodeDetail['look'] }) {
  const t = useWords('nodes')
  const states = useWords('states')
  if (look === null) return t('lookNone')
  const { at, way, ms, failures, fault, by } = look
  const failed = fault === null ? null : t('lookFailed', { count: failures, reason: states(`reason_${fault}`) })
  const found = way === null ? t('lookNone') : t('lookMs', { way: t(ways[way]), count: ms ?? 0 })
  return (
    <>
      {failed ?? found} · {by === null ? t('lookHere') : t('lookBy', { name: by })} · <When at={at} ago />
    </>
  )
}

/** After some looks in a row that did not find the node, everybody on it can be moved from here. */
export function MoveOffer({ node, onMove }: { node: NodeDetail; onMove: (() => void) | null }) {
  const t = useWords('nodes')
  const states = useWords('states')
  if (node.state !== 'up' || node.userState !== 'down' || node.reason === null) return null
  return (
    <Callout tone="bad">
      <span className={css.offer}>
        <span>
          {t('lookDown', { reason: states(`reason_${node.reason}`) })} {t('lookMove')}
        </span>
        {onMove !== null && node.lines > 0 && node.move?.state !== 'running' ? (
          <ActionButton tone="quiet" onClick={onMove}>
            {t('move')}
          </ActionButton>
        ) : null}
      </span>
    </Callout>
  )
}

/** A certificate of the node's own that apps do not know: one press tells them. */
export function PinOffer({ node, onDone }: { node: NodeDetail; onDone: (() => void) | null }) {
  const t = useWords('nodes')
  const seen = node.unpinned?.seen ?? null
  const take = useMutation({
    mutationFn: () => call(consoleApi.nodes.pin, { nodeId: node.id, seen: seen! }),
    onSuccess: () => {
      showMessage('success', t('unpinnedTaken'))
      onDone?.()
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  if (node.unpinned === null) return null
  return (
    <Callout tone={seen === null ? 'info' : 'bad'}>
      <span className={css.offer}>
        <span>
          {t('unpinned')}
          <div className={items.soft}>
            {seen === null ? t('unpinnedUnseen') : t('unpinnedSeen')} <code className={css.hash}>{seen}</code>
          </div>
        </span>
        {seen !== null && onDone !== null ? (
          <ActionButton busy={take.isPending} onClick={() => take.mutate()}>
            {t('unpinnedTake')}
          </ActionButton>
        ) : null}
      </span>
    </Callout>
  )
}
