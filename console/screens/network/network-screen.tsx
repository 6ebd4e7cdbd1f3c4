import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Network, NetworkNode } from '../../../contract/console/network.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Flag, regionText } from '../../../ui/components/flag.tsx'
import { nodeLook } from '../../../ui/components/line-look.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { TellSheet } from '../../features/tell/tell-sheet.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { minutesOf } from './minutes-of.ts'
import css from './network.module.css'
import { OutagePart, OUTAGE } from './outage-part.tsx'
import { OwnWords, ownWordsKey } from './own-words.tsx'

const LOOK_MS = 30_000
type About = { nodeId: number; name: string } | null

/** The nodes as the reseller's users meet them, what went wrong, what is planned, and a word to the platform. */
export default function NetworkScreen() {
  const t = useWords('network')
  const [telling, setTelling] = useState<{ about: About } | null>(null)
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [consoleApi.network.show.path],
    queryFn: () => call(consoleApi.network.show, {}),
    refetchInterval: LOOK_MS,
  })
  return (
    <>
      <ScreenActions>
        <ActionButton tone="quiet" onClick={() => setTelling({ about: null })}>
          {t('tell')}
        </ActionButton>
      </ScreenActions>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={84} />}>
        {(network) => (
          <div className="gap3">
            <Summary network={network} />
            <OutagePart network={network} />
            <Nodes nodes={network.nodes} onTell={(about) => setTelling({ about })} />
            <OwnWords />
            <div className={items.grid}>
              <Planned planned={network.planned} />
              <Incidents incidents={network.incidents} />
            </div>
          </div>
        )}
      </Loaded>
      {telling ? (
        <TellSheet
          about={telling.about}
          contact={query.data?.operatorContact ?? null}
          onClose={() => {
            setTelling(null)
            void queries.invalidateQueries({ queryKey: ownWordsKey })
          }}
        />
      ) : null}
    </>
  )
}

/** The answer first: does everything run, and how many users notice that it does not. */
function Summary({ network: { nodes } }: { network: Network }) {
  const t = useWords('network')
  const away = nodes.filter(({ state }) => state !== 'up')
  const lines = away.reduce((sum, node) => sum + node.lines, 0)
  const down = away.some(({ state }) => state === 'down')
  if (nodes.length === 0) return null
  return (
    <p className={css.summary} data-tone={down ? 'bad' : away.length > 0 ? 'warn' : 'good'} role="status">
      <strong>{away.length === 0 ? t('allUp') : t(down ? 'someDown' : 'someResting', { count: away.length })}</strong>
      <span>{away.length === 0 ? t('allUpText') : lines === 0 ? t('nobodyMet') : t('linesMet', { count: lines })}</span>
    </p>
  )
}

function Nodes({ nodes, onTell }: { nodes: readonly NetworkNode[]; onTell: (about: About) => void }) {
  const t = useWords('network')
  if (nodes.length === 0) return <EmptyPart topic="lines" title={t('empty')} text={t('emptyText')} />
  return (
    <ul className={css.nodes}>
      {nodes.map((node) => (
        <Node key={node.id} node={node} onTell={() => onTell({ nodeId: node.id, name: node.name })} />
      ))}
    </ul>
  )
}

function Node({ node, onTell }: { node: NetworkNode; onTell: () => void }) {
  const t = useWords('network')
  const states = useWords('states')
  const language = useLanguage()
  const mayTell = useMay()('notices.write')
  const { tone, word } = nodeLook(node)
  const reason = node.reason === null ? '' : states(`reason_${node.reason}`)
  const parts = [
    regionText(node.region, language),
    t('lines', { count: node.lines }),
    ...(node.uptimePercent === null ? [] : [t('uptime', { percent: node.uptimePercent })]),
    ...(node.isSold ? [] : [t('notSold')]),
  ]
  return (
    <li className={css.node}>
      <Flag region={node.region} size={32} />
      <div className={css.words}>
        <h2 className={css.name}>{node.name}</h2>
        <p className={css.soft}>
          {parts.map((part) => (
            <span key={part} className={css.part}>
              {part}
            </span>
          ))}
        </p>
        {node.state === 'up' ? null : (
          <p className={css.notice}>
            {node.state === 'down' ? t('downMeans', { reason }) : t('maintenanceMeans')}
            {node.since === null ? '' : ` ${t('since', { at: recordText(node.since) })}`}
          </p>
        )}
      </div>
      <div className={css.end}>
        <StateWord tone={tone}>{states(word)}</StateWord>
        {node.state === 'down' ? (
          <ActionButton tone="quiet" onClick={onTell}>
            {t('tell')}
          </ActionButton>
        ) : null}
        {node.state === 'down' && node.lines > 0 && mayTell ? (
          <Link className={css.deed} to={`?${OUTAGE}=${node.id}`}>
            {t('outageBegin')}
          </Link>
        ) : null}
        {node.lines > 0 ? <ForUsers nodeId={node.id} kind="days" /> : null}
      </div>
    </li>
  )
}

/** Begins a bulk for the users of a node: to make good for an outage, or to announce one. */
function ForUsers({ nodeId, kind }: { nodeId: number; kind: 'days' | 'notice' }) {
  const t = useWords('network')
  if (!bulkKinds(useMay()).includes(kind)) return null
  return (
    <Link className={css.deed} to={`/bulk?make=${kind}&node=${nodeId}`}>
      {t(kind === 'days' ? 'makeGood' : 'announce')}
    </Link>
  )
}

function Planned({ planned }: { planned: Network['planned'] }) {
  const t = useWords('network')
  return (
    <Section title={t('planned')}>
      {planned.length === 0 ? (
        <p className={items.soft}>{t('plannedNone')}</p>
      ) : (
        <ul className={items.list}>
          {planned.map((window) => (
            <li key={`${window.nodeId} ${window.startsAt}`} className={items.item}>
              <span className={items.words}>
                <span>{window.node}</span>
                <span className={items.soft}>
                  {recordText(window.startsAt)} – {recordText(window.endsAt)} · {t('lines', { count: window.lines })}
                </span>
                {window.note === '' ? null : <span className={items.soft}>{window.note}</span>}
              </span>
              {window.lines > 0 ? (
                <>
                  <ForUsers nodeId={window.nodeId} kind="notice" />
                  <ForUsers nodeId={window.nodeId} kind="days" />
                </>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Incidents({ incidents }: { incidents: Network['incidents'] }) {
  const t = useWords('network')
  return (
    <Section title={t('incidents')} end={<span className={items.soft}>{t('lastDays')}</span>}>
      {incidents.length === 0 ? (
        <p className={items.soft}>{t('incidentsNone')}</p>
      ) : (
        <ul className={items.list}>
          {incidents.map((incident) => (
            <li key={`${incident.nodeId} ${incident.startedAt}`} className={items.line}>
              <span className={items.words}>
                <span>{t(`incident_${incident.kind}`, { name: incident.node })}</span>
                <span className={items.soft}>
                  <When at={incident.startedAt} />
                </span>
              </span>
              <ForUsers nodeId={incident.nodeId} kind="days" />
              {incident.endedAt === null ? (
                <StateWord tone="bad">{t('open')}</StateWord>
              ) : (
                <span className={items.soft}>
                  {t('minutes', { count: minutesOf({ startedAt: incident.startedAt, endedAt: incident.endedAt }) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
