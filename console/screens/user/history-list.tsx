import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { HistoryKind, HistoryRow } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import items from '../../features/show/item-rows.module.css'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { useEventWord } from '../../features/timeline/event-word.ts'
import { aboutText, historyPath } from '../../features/timeline/history-row.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './user.module.css'

/** One kind of event, the newest first, more on demand. */
export function HistoryList({ id, kind, title }: { id: number; kind: HistoryKind; title: string }) {
  const t = useWords('user')
  const query = useInfiniteQuery({
    queryKey: [consoleApi.user.history.path, id, kind],
    queryFn: ({ pageParam }) =>
      call(consoleApi.user.history, { id, kind, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return (
    <Section title={title}>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={3} height={44} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) return <p className={items.soft}>{t('nothing')}</p>
          return (
            <ul className={items.list}>
              {rows.map((row) => (
                <Entry key={row.id} row={row} kind={kind} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage ? (
        <ActionButton tone="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </ActionButton>
      ) : null}
    </Section>
  )
}

function Entry({ row, kind }: { row: HistoryRow; kind: HistoryKind }) {
  const t = useWords('user')
  const { what, state, amountFen, balanceFen, who, at } = row
  const path = historyPath(row, kind, useMay())
  const nameOf = useActionName()
  const entryText = useEntryText()
  const say = useEventWord()
  return (
    <li className={items.line}>
      <span className={items.words}>
        <span>
          {kind === 'audit' ? nameOf(what) : <To path={path}>{kind === 'invited' ? (who ?? '') : say(what)}</To>}
          {state ? <span className={items.soft}> · {say(state)}</span> : null}
        </span>
        <span className={items.soft}>{kind === 'audit' ? auditText(row, entryText()) : aboutText(row, kind, t)}</span>
      </span>
      <span className={css.end}>
        {amountFen === null ? null : <Money fen={amountFen} isEntry={kind === 'ledger'} />}
        {balanceFen === null ? null : (
          <span className={items.soft}>{t('after', { amount: moneyText(balanceFen) })}</span>
        )}
        <span className={items.soft}>
          <When at={at} />
        </span>
      </span>
    </li>
  )
}

function To({ path, children }: { path: string | null; children: string }) {
  return path === null ? children : <Link to={path}>{children}</Link>
}

/** In the words of the audit's own screen. */
function auditText({ detail, who }: HistoryRow, { factsOf, thingOf }: ReturnType<ReturnType<typeof useEntryText>>) {
  const set = Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null))
  const facts = factsOf(set).map(({ name, value }) => `${name} ${value}`)
  return [...facts, ...(who === null ? [] : [thingOf(who)])].join(' · ')
}
