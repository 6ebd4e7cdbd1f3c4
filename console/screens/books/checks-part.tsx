import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BookCheck } from '../../../contract/console/books.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './books.module.css'

const LOOK_MS = 2000

/** Shows the latest check and its findings, then earlier ones. Waits for a check that was just requested. */
export function ChecksPart() {
  const t = useWords('books')
  const query = useQuery({
    queryKey: [consoleApi.books.list.path],
    queryFn: () => call(consoleApi.books.list, {}),
    refetchInterval: ({ state }) => (state.data?.isRunning ? LOOK_MS : false),
  })
  const isRunning = query.data?.isRunning ?? false
  async function run(): Promise<void> {
    try {
      await call(consoleApi.books.run, {})
      await query.refetch()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (
    <>
      <ScreenActions>
        <ActionButton busy={isRunning} onClick={() => void run()}>
          {t(isRunning ? 'running' : 'run')}
        </ActionButton>
      </ScreenActions>
      <Loaded query={query} failed={t('loadFailed')} card={t('tabChecks')} bones={<Bones count={3} height={110} />}>
        {({ rows, lastTrouble }) => {
          const [last] = rows
          if (!last) return <EmptyPart topic="calm" title={t('empty')} text={t('emptyText')} />
          return (
            <>
              <Latest last={last} lastTrouble={lastTrouble} />
              {last.problems > 0 ? <Problems check={last} title={t('problemsNow')} /> : null}
              {lastTrouble && last.problems === 0 ? (
                <Problems check={lastTrouble} title={t('problemsThen', { time: recordText(lastTrouble.checkedAt) })} />
              ) : null}
              <History rows={rows} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Latest({ last, lastTrouble }: { last: BookCheck; lastTrouble: BookCheck | null }) {
  const t = useWords('books')
  const isClean = last.problems === 0
  return (
    <Figures>
      <Figure
        label={t('result')}
        value={t(isClean ? 'clean' : 'found', { count: last.problems })}
        note={t('checked', { time: recordText(last.checkedAt) })}
        tone={isClean ? 'good' : 'bad'}
      />
      <Figure
        label={t('transactions')}
        value={last.transactions.toLocaleString('en-US')}
        note={t('transactionsNote')}
      />
      <Figure
        label={t('lastTrouble')}
        value={lastTrouble ? <When at={lastTrouble.checkedAt} ago /> : t('never')}
        note={t('keptNote')}
      />
    </Figures>
  )
}

function Problems({ check, title }: { check: BookCheck; title: string }) {
  const t = useWords('books')
  return (
    <Section title={title} text={t('problemsText')}>
      <ol className={css.problems}>
        {check.firstProblems.map((problem) => (
          <li key={problem} className={css.problem}>
            {problem}
          </li>
        ))}
      </ol>
      {check.problems > check.firstProblems.length ? (
        <p className={css.faint}>{t('more', { count: check.problems - check.firstProblems.length })}</p>
      ) : null}
    </Section>
  )
}

function History({ rows }: { rows: readonly BookCheck[] }) {
  const t = useWords('books')
  return (
    <Section title={t('history')} text={t('historyText')}>
      <ul>
        {rows.map((row) => (
          <li key={row.checkedAt} className={css.check}>
            <When at={row.checkedAt} />
            <StateWord tone={row.problems === 0 ? 'good' : 'bad'}>
              {t(row.problems === 0 ? 'clean' : 'found', { count: row.problems })}
            </StateWord>
            <span className={css.faint}>{t('took', { seconds: (row.tookMs / 1000).toFixed(1) })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
