import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail, NodeMove } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Select } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

const whys = {
  'line.exists': 'why_exists',
  'node.not_theirs': 'why_theirs',
  'line.gone': 'why_gone',
  'move.stopped': 'why_stopped',
  'node.full': 'why_full',
} as const

function useWhy(): (reason: string) => string {
  const t = useWords('nodes')
  return (reason) => t(reason in whys ? whys[reason as keyof typeof whys] : 'why_other')
}

const titles = { running: 'moveRunning', done: 'moveDone', stopped: 'moveStopped' } as const

/** Progress of moving all lines to another node. It continues without this page. */
export function MoveCard({ nodeId, move, onDone }: { nodeId: number; move: NodeMove; onDone: () => void }) {
  const t = useWords('nodes')
  const why = useWhy()
  const mayWrite = useMay()('nodes.write')
  const [isStopping, setStopping] = useState(false)
  const { done, skipped, lines, state } = move
  const progress = t('moveProgress', { done, lines })
  return (
    <Section title={t(titles[state], { name: move.toName })}>
      <ShareBar
        percent={Math.floor(((done + skipped) / Math.max(1, lines)) * 100)}
        tone={state === 'running' ? 'brand' : 'good'}
        label={progress}
      />
      <p className={items.soft}>{progress}</p>
      {move.onlyResellerId === null ? null : (
        <p className={items.soft}>{t('moveOnly', { key: move.onlyResellerId })}</p>
      )}
      {move.reasons.map(({ reason, lines: count }) => (
        <p key={reason} className={items.soft}>
          {t('moveStay', { count, reason: why(reason) })}
        </p>
      ))}
      <p className={items.soft}>{t('moveBy', { name: move.by, at: recordText(move.createdAt) })}</p>
      {state === 'running' && mayWrite ? (
        <ActionButton tone="dangerQuiet" onClick={() => setStopping(true)}>
          {t('stop')}
        </ActionButton>
      ) : null}
      <ConfirmSheet
        opened={isStopping}
        onClose={() => setStopping(false)}
        title={t('stopAsk')}
        button={t('stop')}
        tone="danger"
        act={async () => {
          await call(consoleApi.nodes.stopMove, { nodeId })
          onDone()
        }}
      >
        {t('stopText')}
      </ConfirmSheet>
    </Section>
  )
}

/** Chooses the target, shows how many lines move and which stay, then confirms the number on the button. */
export function MoveSheet({ node, onClose, onDone }: { node: NodeDetail; onClose: () => void; onDone: () => void }) {
  const t = useWords('nodes')
  const why = useWhy()
  const [to, setTo] = useState<string | null>(null)
  const nodes = useQuery({
    queryKey: [consoleApi.nodes.list.path, 'targets'],
    queryFn: () => call(consoleApi.nodes.list, { limit: 100, state: 'up' }),
  })
  const targets = (nodes.data?.rows ?? []).filter(({ id }) => id !== node.id)
  const asked = { nodeId: node.id, toNodeId: Number(to) }
  const preview = useQuery({
    queryKey: [consoleApi.nodes.previewMove.path, asked],
    queryFn: () => call(consoleApi.nodes.previewMove, asked),
    enabled: to !== null,
  })
  const plan = to === null ? undefined : preview.data
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('moveTitle', { name: node.name })}
      button={plan ? t('moveButton', { count: plan.lines }) : t('movePick')}
      act={async () => {
        if (!plan) return
        await call(consoleApi.nodes.move, asked)
        onDone()
      }}
    >
      <p>{t('moveText')}</p>
      <Select
        name="toNodeId"
        label={t('moveTo')}
        searchable
        value={to}
        onChange={setTo}
        data={targets.map(({ id, name, lines, capacity }) => ({
          value: String(id),
          label: `${name} · ${t('ofCapacity', { lines, capacity })}`,
        }))}
      />
      {to !== null && preview.error ? <Callout tone="bad">{failureText(preview.error)}</Callout> : null}
      {plan ? <p>{t('moveCount', { lines: plan.lines, told: plan.told })}</p> : null}
      {plan?.stay.map(({ reason, lines }) => (
        <p key={reason}>{t('moveStay', { count: lines, reason: why(reason) })}</p>
      ))}
    </ConfirmSheet>
  )
}
