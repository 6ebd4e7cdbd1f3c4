import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { agentVersion } from '../../../contract/agent-release.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeAgent } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { CopyButton } from '../../features/show/copy-button.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './nodes.module.css'

const LOOK_MS = 5000
const tones = { current: 'good', updating: 'busy', failed: 'bad', behind: 'warn' } as const
type Fleet = Awaited<ReturnType<typeof load>>
const load = () => call(consoleApi.nodes.agents, {})

/** Which agent and engine runs on each node, and updates: to one node first, then to all. */
export default function AgentsScreen() {
  const t = useWords('nodes')
  const query = useQuery({ queryKey: [consoleApi.nodes.agents.path], queryFn: load, refetchInterval: LOOK_MS })
  return (
    <div className="gap3">
      <Link className={items.back} to="/nodes">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={3} height={72} />} bonesClass="gap3">
        {(fleet) => <Shown fleet={fleet} />}
      </Loaded>
    </div>
  )
}

function Shown({ fleet: { release, nodes, keyLine } }: { fleet: Fleet }) {
  const t = useWords('nodes')
  const client = useQueryClient()
  const mayWrite = useMay()('nodes.write')
  /** Which node is to be updated, or all of them. */
  const [asked, setAsked] = useState<NodeAgent | 'all' | null>(null)
  const lacking = nodes.filter(({ lacksKey }) => lacksKey)
  const behind = nodes.filter(({ state }) => state === 'behind')
  const isTried = release !== null && nodes.some((node) => node.agentVersion === agentVersion(release.number))
  const number = release?.number ?? ''
  async function offer(): Promise<void> {
    await call(consoleApi.nodes.offerAgent, { number, ...(asked && asked !== 'all' ? { nodeId: asked.id } : {}) })
    showMessage('success', t('updateOffered'))
    await client.invalidateQueries({ queryKey: [consoleApi.nodes.agents.path] })
  }
  return (
    <>
      <Section title={t('fleet')}>
        <p className={items.soft}>
          {release ? t('fleetRelease', { number, at: recordText(release.signedAt) }) : t('fleetNone')}
        </p>
        {release ? <p className={items.soft}>{t('fleetBehind', { count: behind.length })}</p> : null}
        {mayWrite && behind.length > 0 && !isTried ? <p className={items.soft}>{t('fleetFirst')}</p> : null}
        {mayWrite && behind.length > 0 && isTried ? (
          <ActionButton onClick={() => setAsked('all')}>{t('updateAll')}</ActionButton>
        ) : null}
      </Section>
      {lacking.length > 0 ? (
        <Section title={t('keyless')} text={t('keylessText', { nodes: lacking.map(({ name }) => name).join('、') })}>
          {keyLine === null ? <p className={items.soft}>{t('keylessUnsigned')}</p> : <KeyLine text={keyLine} />}
        </Section>
      ) : null}
      <Section title={t('label')}>
        {nodes.length === 0 ? <p className={items.soft}>{t('fleetEmpty')}</p> : null}
        <ul className={items.list}>
          {nodes.map((node) => (
            <AgentItem key={node.id} node={node} onUpdate={mayWrite ? () => setAsked(node) : null} />
          ))}
        </ul>
      </Section>
      <ConfirmSheet
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={
          asked === 'all'
            ? t('updateAllAsk', { count: behind.length, number })
            : t('updateAsk', { name: asked?.name ?? '', number })
        }
        button={t(asked === 'all' ? 'updateAll' : 'update')}
        act={offer}
      >
        {t('updateText')}
      </ConfirmSheet>
    </>
  )
}

function KeyLine({ text }: { text: string }) {
  const t = useWords('nodes')
  return (
    <div className={css.secret}>
      <code className={css.code}>{text}</code>
      <CopyButton text={text} label={t('copyLine')} />
    </div>
  )
}

function AgentItem({ node, onUpdate }: { node: NodeAgent; onUpdate: (() => void) | null }) {
  const t = useWords('nodes')
  const { state } = node
  return (
    <li className={items.item}>
      <span className={items.words}>
        <span className={css.name}>
          <Flag region={node.region} />
          {node.name}
        </span>
        <span className={items.soft}>
          {[node.agentVersion || t('agentUnknown'), node.engineVersion ?? ''].filter(Boolean).join(' · ')}
          {node.seenAt ? ' · ' : null}
          {node.seenAt ? <When at={node.seenAt} ago /> : null}
        </span>
        {node.fault ? <span className={items.soft}>{t('updateFault', { reason: node.fault })}</span> : null}
      </span>
      <span className={items.actions}>
        {state ? <StateWord tone={tones[state]}>{t(`agent_${state}`)}</StateWord> : null}
        {state === 'behind' && onUpdate ? (
          <ActionButton tone="quiet" onClick={onUpdate}>
            {t('update')}
          </ActionButton>
        ) : null}
      </span>
    </li>
  )
}
