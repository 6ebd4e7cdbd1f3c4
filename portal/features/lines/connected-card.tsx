import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Connected } from '../../../contract/lines.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Icon, IconButton } from '../../../ui/components/icon.tsx'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useWords } from '../../words/language.ts'
import css from './connected-card.module.css'
import { connectedSteps, HELP_AFTER_MS, type StepState } from './connected-steps.ts'
import { useImportTap } from './use-import-tap.ts'
import { LINES_KEY } from './use-lines.ts'

const LOOK_MS = 1000
/** A user who has not connected by then has left. */
const PATIENCE_MS = 15 * 60_000

/** After an import tap: whether the client took the lines, and whether bytes flow. */
export function ConnectedCard() {
  const tappedAtMs = useImportTap((state) => state.tappedAtMs)
  return tappedAtMs === null ? null : <Watched key={tappedAtMs} tappedAtMs={tappedAtMs} />
}

function Watched({ tappedAtMs }: { tappedAtMs: number }) {
  const t = useWords('import-lines')
  const base = useWords('base')
  const forget = useImportTap((state) => state.forget)
  const connected = useConnected(tappedAtMs)
  const stage = connected?.stage ?? 'none'
  const { imported, switched, missing } = connectedSteps(stage)
  const needsHelp = useLasting(stage, HELP_AFTER_MS)
  return (
    <Card title={t('connectedTitle')} end={<IconButton icon="close" label={base('close')} onClick={forget} />}>
      <div role="status">
        <ol className={css.steps}>
          <Step state={imported}>{importText(t, connected, imported)}</Step>
          <Step state={switched}>{connected?.line ? onlineText(t, connected) : t('switchOn')}</Step>
        </ol>
      </div>
      {missing && needsHelp ? (
        <p className={css.help}>{t(missing === 'import' ? 'importHelp' : 'switchHelp')}</p>
      ) : null}
    </Card>
  )
}

function Step({ state, children }: { state: StepState; children: string }) {
  return (
    <li className={css.step} data-state={state}>
      <span className={css.mark} aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={18} /> : null}
      </span>
      {children}
    </li>
  )
}

type Say = ReturnType<typeof useWords<'import-lines'>>

function importText(t: Say, connected: Connected | undefined, state: StepState): string {
  if (state !== 'done') return t('importWaiting')
  return connected?.client ? t('importedTo', { client: connected.client }) : t('imported')
}

function onlineText(t: Say, { line, seconds }: Connected): string {
  const name = line?.nodeName ?? ''
  return seconds === null ? t('online', { name }) : t('onlineAfter', { name, seconds })
}

/** Asks only while the page is seen and something is still missing. */
function useConnected(tappedAtMs: number): Connected | undefined {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['connected', tappedAtMs],
    queryFn: () => call(api.lines.connected, { within: secondsSince(tappedAtMs) }, { skipRecent: true }),
    refetchInterval: ({ state }) => {
      const isOver = state.data?.stage === 'connected' || Date.now() - tappedAtMs > PATIENCE_MS
      return isOver ? false : LOOK_MS
    },
    refetchOnWindowFocus: ({ state }) => (state.data?.stage === 'connected' ? false : 'always'),
  })
  const isConnected = query.data?.stage === 'connected'
  useEffect(() => {
    if (!isConnected) return
    void queries.invalidateQueries({ queryKey: LINES_KEY })
    void loadUserInfo({ skipRecent: true })
  }, [isConnected, queries])
  return query.data
}

const DAY_S = 86_400

function secondsSince(ms: number): number {
  return Math.min(DAY_S, Math.max(1, Math.ceil((Date.now() - ms) / 1000)))
}

/** Whether a value has stayed the same for so long. */
function useLasting(value: string, ms: number): boolean {
  const [lasted, setLasted] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLasted(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return lasted === value
}
