import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useTitle } from '../../features/screen/screen-title.ts'
import { CopyButton } from '../../features/show/copy-button.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { useDeadlineText } from '../../session/business-zone.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './nodes.module.css'

const LOOK_MS = 2000
/** To run on the node's machine: shows the service's status and its last log lines. */
const LOOK_LINE = 'systemctl status yuxian-agent --no-pager; journalctl -u yuxian-agent -n 30 --no-pager'

/**
 * The command to run on the node's machine, then its result. The command is shown on this page only, until it is left.
 */
export default function EnrolScreen() {
  const t = useWords('nodes')
  const nodeId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: [consoleApi.nodes.show.path, nodeId],
    queryFn: () => call(consoleApi.nodes.show, { nodeId }),
    refetchInterval: LOOK_MS,
  })
  useTitle(query.data ? t('enrolTitle', { name: query.data.name }) : null)
  return (
    <div className={css.narrow}>
      <Link className={items.back} to={`/nodes/${nodeId}`}>
        ‹ {query.data?.name ?? t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={2} height={160} />} bonesClass="gap3">
        {(node) =>
          node.isDemo ? (
            <Callout tone="info">{t('isDemo')}</Callout>
          ) : node.connection === 'agent' ? (
            <OwnAgent node={node} />
          ) : (
            <ForeignAgent node={node} />
          )
        }
      </Loaded>
    </div>
  )
}

function useIssued<T>(issue: () => Promise<T>) {
  const [issued, setIssued] = useState<{ value: T; atMs: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setIssued({ value: await issue(), atMs: Date.now() })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { issued, busy, failure, make: () => void make() }
}

function OwnAgent({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const deadlineText = useDeadlineText()
  const { issued, busy, failure, make } = useIssued(() => call(consoleApi.nodes.enrol, { nodeId: node.id }))
  return (
    <>
      <Before node={node} />
      <Section title={t('enrolLine')} text={t(issued ? 'enrolText' : 'makeLineText')}>
        {issued ? (
          <>
            <div className={css.secret}>
              <code className={css.code}>{issued.value.command}</code>
              <CopyButton text={issued.value.command} label={t('copyLine')} />
            </div>
            {issued.value.hasKey ? null : <Callout tone="info">{t('enrolKeyless')}</Callout>}
            <p className={items.soft}>{t('until', { at: deadlineText(issued.value.expiresAt) })}</p>
          </>
        ) : null}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton tone={issued ? 'quiet' : 'main'} busy={busy} onClick={make}>
          {t(issued ? 'makeLineAgain' : 'makeLine')}
        </ActionButton>
      </Section>
      <Waiting node={node} sinceMs={issued?.atMs ?? null} />
      <IfNot port={node.port} />
    </>
  )
}

/** For first-time operators: what will happen, and what the machine needs. */
function Before({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  return (
    <Section title={t('enrolWhat')} text={t('enrolWhatText')}>
      <h3 className={css.enrolHead}>{t('enrolNeeds')}</h3>
      <ul className={css.enrolList}>
        <li>{t('needMachine')}</li>
        <li>{t('needProgram')}</li>
        <li>{t('needPort', { address: node.address, port: node.port })}</li>
        <li>{t('needWay', { host: location.host })}</li>
      </ul>
    </Section>
  )
}

/** The usual problems, how they show here, and the next step for each. */
function IfNot({ port }: { port: number }) {
  const t = useWords('nodes')
  return (
    <details className={css.enrolMore}>
      <summary className={css.enrolSummary}>{t('enrolIfNot')}</summary>
      <ul className={css.enrolList}>
        <li>{t('ifRefused')}</li>
        <li>{t('ifNoFolder')}</li>
        <li>{t('ifNoHello')}</li>
        <li>{t('ifClock')}</li>
        <li>{t('ifNoUsers', { port })}</li>
      </ul>
      <div className={css.secret}>
        <code className={css.code}>{LOOK_LINE}</code>
        <CopyButton text={LOOK_LINE} label={t('copyLook')} />
      </div>
    </details>
  )
}

function ForeignAgent({ node }: { node: NodeDetail }) {
  const t = useWords('nodes')
  const { issued, busy, failure, make } = useIssued(() => call(consoleApi.nodes.uniproxyToken, { nodeId: node.id }))
  const rows = issued
    ? [
        ['ApiHost', issued.value.apiHost],
        ['NodeID', String(issued.value.nodeId)],
        ['ApiKey', issued.value.token],
      ]
    : []
  return (
    <>
      <Section title={t('enrol')} text={t('tokenText')}>
        {rows.map(([name = '', value = '']) => (
          <div key={name} className={css.secret}>
            <code className={css.code}>
              {name}: {value}
            </code>
            <CopyButton text={value} label={`${t('copyValue')} ${name}`} />
          </div>
        ))}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton tone={issued ? 'quiet' : 'main'} busy={busy} onClick={make}>
          {t(issued ? 'makeLineAgain' : 'makeToken')}
        </ActionButton>
      </Section>
      <Waiting node={node} sinceMs={issued?.atMs ?? null} />
    </>
  )
}

/** Clocks differ a little: contact shortly before the command was made still counts as older. */
const SLACK_MS = 5000

/** Two steps, each shown as soon as it has happened: the key is exchanged, then the node reports. */
function Waiting({ node, sinceMs }: { node: NodeDetail; sinceMs: number | null }) {
  const t = useWords('nodes')
  const navigate = useNavigate()
  const isSince = (at: string | null) => at !== null && Date.parse(at) >= (sinceMs ?? 0) - SLACK_MS
  const isForeign = node.connection === 'uniproxy'
  const isEnrolled = isForeign || isSince(node.enrolledAt)
  const isHeard = isEnrolled && isSince(node.seenAt)
  return (
    <Section title={t(isHeard ? 'enrolledNow' : isEnrolled ? 'waitHello' : 'waitEnrol')}>
      <div className={css.steps} role="status" aria-live="polite">
        {isForeign ? null : (
          <StateWord tone={isEnrolled ? 'good' : 'busy'}>{t(isEnrolled ? 'enrolledNow' : 'waitEnrolText')}</StateWord>
        )}
        {isEnrolled ? (
          <StateWord tone={isHeard ? 'good' : 'busy'}>
            {isHeard
              ? t('helloNow', { version: node.agentVersion || '—', engine: t(`engine_${node.engine ?? 'unknown'}`) })
              : t(isForeign ? 'waitEnrolText' : 'helloText')}
          </StateWord>
        ) : null}
      </div>
      {isHeard ? <ActionButton onClick={() => void navigate(`/nodes/${node.id}`)}>{t('toNode')}</ActionButton> : null}
    </Section>
  )
}
