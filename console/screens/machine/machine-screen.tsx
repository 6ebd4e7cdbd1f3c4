import { useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { DoctorFinding } from '../../../contract/console/machine.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './machine.module.css'
import { Maintenance } from './maintenance.tsx'

const LOOK_MS = 10_000
type Shown = Static<typeof consoleApi.machine.show.output>

/** The state of the installation: urgent tasks first, then running parts, then settings. */
export default function MachineScreen() {
  const t = useWords('machine')
  const query = useQuery({
    queryKey: [consoleApi.machine.show.path],
    queryFn: () => call(consoleApi.machine.show, {}),
    refetchInterval: LOOK_MS,
  })
  return (
    <div className="gap3">
      <Doctor />
      <Maintenance />
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={140} />} bonesClass="gap3">
        {(shown) => (
          <>
            <Now shown={shown} />
            <div className={items.grid}>
              <Servers shown={shown} />
              <Limits shown={shown} />
            </div>
            <Settings shown={shown} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const RANK = { problem: 0, note: 1, ok: 2 } as const
const tones = { problem: 'bad', note: 'warn', ok: 'good' } as const

function Doctor() {
  const t = useWords('machine')
  const query = useQuery({
    queryKey: [consoleApi.machine.doctor.path],
    queryFn: () => call(consoleApi.machine.doctor, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const problems = query.data?.findings.filter(({ state }) => state === 'problem').length
  const end =
    problems === undefined ? null : (
      <StateWord tone={problems > 0 ? 'bad' : 'good'}>
        {problems > 0 ? t('problems', { count: problems }) : t('allWell')}
      </StateWord>
    )
  return (
    <Section title={t('doctor')} text={t('doctorText')} end={end}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={4} height={40} />}>
        {({ findings }) => (
          <ul className={`${items.list} ${css.list}`}>
            {findings
              .toSorted((a, b) => RANK[a.state] - RANK[b.state])
              .map((finding) => (
                <FindingRow key={`${finding.area} ${finding.says}`} finding={finding} />
              ))}
          </ul>
        )}
      </Loaded>
      <ActionButton tone="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('doctorAgain')}
      </ActionButton>
    </Section>
  )
}

function FindingRow({ finding: { area, state, todo, code, facts } }: { finding: DoctorFinding }) {
  const t = useWords('machine')
  // These words are looked up by name here. Their completeness is checked where they are written.
  const say = useWords('doctor') as (key: string, values?: DoctorFinding['facts']) => string
  return (
    <li className={items.line}>
      <span className={items.words}>
        <span>
          <b>{say(`area_${area.replaceAll(' ', '_')}`)}</b> {say(code, facts)}
        </span>
        {todo === null ? null : <span className={items.soft}>→ {say(`do_${code}`, facts)}</span>}
      </span>
      <StateWord tone={tones[state]}>{t(state)}</StateWord>
    </li>
  )
}

function Now({ shown: { platform, release } }: { shown: Shown }) {
  const t = useWords('machine')
  const { database, jobs, backup } = platform
  return (
    <Figures>
      <Figure label={t('servers')} value={platform.processes.length} note={t('release', { version: release })} />
      <Figure
        label={t('database')}
        value={formatBytes(database.sizeBytes)}
        note={`${t('connections')} ${t('ofMax', { count: database.connections, max: database.connectionsMax })}`}
      />
      <Figure
        label={t('queue')}
        value={jobs.waiting}
        note={t('queueNote', { running: jobs.running, failed: jobs.failed })}
        tone={jobs.failed > 0 ? 'bad' : undefined}
      />
      <Figure
        label={t('lastBackup')}
        value={backup ? <When at={backup.madeAt} ago /> : t('none')}
        note={backup ? formatBytes(backup.bytes) : undefined}
      />
    </Figures>
  )
}

function Servers({ shown: { platform } }: { shown: Shown }) {
  const t = useWords('machine')
  return (
    <Section title={t('servers')}>
      {platform.processes.length === 0 ? <p className={items.soft}>{t('noServers')}</p> : null}
      <ul className={`${items.list} ${css.list}`}>
        {platform.processes.map(({ host, pid, version, rssBytes, eventLoopDelayMs, diskFreePercent, startedAt }) => (
          <li key={`${host} ${pid}`} className={items.line}>
            <span className={items.words}>
              <span>{t('process', { host, pid })}</span>
              <span className={items.soft}>
                {t('processFacts', {
                  version,
                  memory: formatBytes(rssBytes),
                  delay: Math.round(eventLoopDelayMs),
                  disk: diskFreePercent === null ? '—' : `${diskFreePercent}%`,
                })}
              </span>
            </span>
            <When at={startedAt} ago />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Limits({ shown: { limits } }: { shown: Shown }) {
  const t = useWords('machine')
  const over = limits.filter((limit) => limit.over > 0)
  const rest = limits.filter((limit) => limit.over === 0)
  return (
    <Section title={t('limits')} text={t('limitsText')}>
      {limits.length === 0 ? <p className={items.soft}>{t('noLimits')}</p> : null}
      <ul className={`${items.list} ${css.list}`}>
        {[...over, ...rest].map(({ name, keys, most, points, over: count }) => (
          <li key={name} className={items.line}>
            <span className={items.words}>
              <code>{name}</code>
              <span className={items.soft}>
                {t('limitRow', { most, keys })}
                {points === null ? '' : ` · ${t('limitOf', { points })}`}
              </span>
            </span>
            {count > 0 ? <StateWord tone="warn">{t('limitOver', { count })}</StateWord> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Settings({ shown: { settings } }: { shown: Shown }) {
  const t = useWords('machine')
  return (
    <Section title={t('settings')} text={t('settingsText')}>
      <FactRows
        rows={settings.map(({ name, value, isSecret, isSet }) => ({
          name,
          value: isSet && !isSecret ? value : <span className={items.soft}>{t(isSet ? 'isSet' : 'notSet')}</span>,
        }))}
      />
    </Section>
  )
}
