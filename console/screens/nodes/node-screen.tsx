import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { rateText } from '../../../ui/words/rate-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { LinesPart } from './lines-part.tsx'
import { LookText, MoveOffer, PinOffer } from './look-part.tsx'
import { MoveCard } from './move-part.tsx'
import { NodeActions, type NodeAction } from './node-actions.tsx'
import { NodeState } from './node-state.tsx'
import css from './nodes.module.css'
import { Plots } from './plots.tsx'

const LOOK_MS = 5000

/** One node: its status and history, its lines, and its actions. */
export default function NodeScreen() {
  const t = useWords('nodes')
  const nodeId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: [consoleApi.nodes.show.path, nodeId],
    queryFn: () => call(consoleApi.nodes.show, { nodeId }),
    refetchInterval: LOOK_MS,
  })
  useTitle(query.data?.name ?? null)
  return (
    <div className="gap3">
      <Link className={items.back} to="/nodes">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={120} />} bonesClass="gap3">
        {(node) => <Shown node={node} />}
      </Loaded>
    </div>
  )
}

function Shown({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayWrite = useMay()('nodes.write')
  const [open, setOpen] = useState<NodeAction | null>(null)
  const again = () => void client.invalidateQueries({ queryKey: [consoleApi.nodes.show.path, node.id] })
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton tone="quiet" onClick={() => setOpen('more')}>
            {t('more')}
          </ActionButton>
          <ActionButton tone="quiet" onClick={() => setOpen('edit')}>
            {t('edit')}
          </ActionButton>
          {node.enrolledAt === null && !node.isDemo && node.seenAt === null ? (
            <ActionButton onClick={() => void navigate(`/nodes/${node.id}/enrol`)}>{t('enrol')}</ActionButton>
          ) : null}
        </ScreenActions>
      ) : null}
      <Now node={node} />
      <MoveOffer node={node} onMove={mayWrite ? () => setOpen('move') : null} />
      <PinOffer node={node} onDone={mayWrite ? again : null} />
      {node.move ? <MoveCard nodeId={node.id} move={node.move} onDone={again} /> : null}
      <div className={items.grid}>
        <NodeFacts node={node} />
        <AgentFacts node={node} />
      </div>
      <Plots nodeId={node.id} />
      <Alerts node={node} />
      <h2 className={items.heading}>{t('lines')}</h2>
      <LinesPart nodeId={node.id} nodeState={node.userState} nodeCheck={node.check} />
      {mayWrite ? <NodeActions node={node} open={open} onOpen={setOpen} onDone={again} /> : null}
    </>
  )
}

function Now({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const { cpuPercent, memoryPercent, lines, capacity, latencyMs } = node
  return (
    <>
      <div className={css.head}>
        <NodeState node={node} />
        <span className={items.soft}>
          {t('colSeen')} <When at={node.seenAt} ago />
        </span>
      </div>
      <Figures>
        <Figure label={t('colUsers')} value={node.onlineUsers} note={t('ofCapacity', { lines, capacity })} />
        <Figure
          label={t('cpu')}
          value={cpuPercent === null ? '—' : `${cpuPercent}%`}
          note={memoryPercent === null ? undefined : `${t('memory')} ${memoryPercent}%`}
          tone={cpuPercent !== null && cpuPercent >= 90 ? 'bad' : undefined}
        />
        <Figure label={t('download')} value={rateText(node.downBps)} note={`${t('upload')} ${rateText(node.upBps)}`} />
        <Figure label={t('colLatency')} value={latencyMs === null ? '—' : t('ms', { count: latencyMs })} />
      </Figures>
    </>
  )
}

function NodeFacts({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const settings = settingTexts(node, (name) => !isRoute(name))
  const routes = settingTexts(node, isRoute)
  return (
    <Section title={t('facts')}>
      <FactRows
        rows={[
          { name: t('address'), value: `${node.address}:${node.port}` },
          { name: t('protocol'), value: node.protocol },
          ...(settings === '' ? [] : [{ name: t('group_connection'), value: settings }]),
          ...(routes === '' ? [] : [{ name: t('group_routes'), value: routes }]),
          ...(node.blocked ? [{ name: t('blocked'), value: <BlockedText {...node.blocked} /> }] : []),
          {
            name: t('serves'),
            value: node.resellerId === null ? t('everybody') : t('onlyFor', { name: node.resellerName ?? '' }),
          },
          { name: t('ratePercent'), value: `${node.ratePercent}%` },
          { name: t('speedLimit'), value: `${node.speedMbps} Mbps` },
          { name: t('suits'), value: node.suits.map((suit) => t(suit)).join('、') || '—' },
        ]}
      />
    </Section>
  )
}

const isRoute = (name: string) => name === 'dns' || name.startsWith('block')

function settingTexts({ settings }: NodeDetail, isShown: (name: string) => boolean): string {
  const shown = Object.entries(settings).filter(([name]) => isShown(name))
  return shown.map(([name, value]) => `${name}: ${String(value)}`).join(' · ')
}

function BlockedText({ today, month }: NonNullable<NodeDetail['blocked']>) {
  const t = useWords('nodes')
  return (
    <>
      {t('blockedTries', { today: today.toLocaleString('en-US'), month: month.toLocaleString('en-US') })}
      <div className={items.soft}>{t('blockedHint')}</div>
    </>
  )
}

/** Which certificate the agent made itself, and whether clients are held to another one. */
function CertificateText({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const isOther = node.settings['certSha256'] !== node.ownCertificate
  return (
    <>
      <code className={css.hash}>{node.ownCertificate}</code>
      {isOther ? <div>{t('ownCertificateOther')}</div> : null}
    </>
  )
}

/** The agent's last report about itself. */
function AgentFacts({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const states = useWords('states')
  const behind = node.appliedRevision === null ? null : node.revision - node.appliedRevision
  const byState = node.linesByState.map(({ state, lines }) => {
    const known = (['installing', 'active', 'suspended', 'moving', 'failed'] as const).find((one) => one === state)
    return `${known ? states(known) : state} ${lines}`
  })
  return (
    <Section title={t('agent')}>
      <FactRows
        rows={[
          { name: t('connection'), value: t(`connection_${node.connection}`) },
          { name: t('colAgent'), value: node.agentVersion || '—' },
          { name: t('engine'), value: node.engine ? t(`engine_${node.engine}`) : '—' },
          {
            name: t('applied'),
            value: behind === null ? '—' : behind <= 0 ? t('appliedAll') : t('appliedBehind', { count: behind }),
          },
          { name: t('look'), value: <LookText look={node.look} /> },
          ...(node.ownCertificate === null
            ? []
            : [{ name: t('ownCertificate'), value: <CertificateText node={node} /> }]),
          { name: t('enrolledAt'), value: node.enrolledAt ? recordText(node.enrolledAt) : t('never') },
          { name: t('lines'), value: byState.join(' · ') || '—' },
        ]}
      />
    </Section>
  )
}

function Alerts({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  return (
    <Section title={t('alerts')}>
      {node.alerts.length === 0 ? <p className={items.soft}>{t('noAlerts')}</p> : null}
      <ul className={items.list}>
        {node.alerts.map((alert) => (
          <li key={alert.id} className={items.line}>
            <span>
              {alert.text}
              <span className={items.soft}> {recordText(alert.createdAt)}</span>
            </span>
            <StateWord tone={alert.resolvedAt ? 'off' : alert.severity === 'critical' ? 'bad' : 'warn'}>
              {t(alert.resolvedAt ? 'over' : 'open')}
            </StateWord>
          </li>
        ))}
      </ul>
    </Section>
  )
}
