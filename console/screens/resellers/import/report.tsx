import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { ImportFinding, ShownImportReport } from '../../../../contract/console/imports.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { copyText } from '../../../../ui/device/copy-or-save.ts'
import { keysOf } from '../../../../ui/words/word-store.ts'
import { FactRows, type FactRow } from '../../../features/show/fact-rows.tsx'
import items from '../../../features/show/item-rows.module.css'
import { call } from '../../../session/call.ts'
import { useWords } from '../../../words/language.ts'
import { changedRows, countRows, sumRows, yuanText } from './figures.ts'
import css from './import.module.css'
import { NextSteps } from './next-steps.tsx'
import { examplesText, panelText, remarkText, saidText, versionText } from './said-words.ts'

/** `into`: the import that a run belongs to, unless it was undone. */
type Props = { taskId: number; into: { importId: number; resellerId: number } | null }

/** What a dry run found, or what a run did, with the rules for what does not fit. */
export function Report({ taskId, into }: Props) {
  const t = useWords('imports')
  const query = useQuery({
    queryKey: [consoleApi.imports.report.path, taskId],
    queryFn: () => call(consoleApi.imports.report, { taskId }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={query} failed={t('reportFailed')} bones={<Bones count={2} height={120} />}>
      {(report) => <Shown report={report} into={into} />}
    </Loaded>
  )
}

function Shown({ report, into }: { report: ShownImportReport } & Pick<Props, 'into'>) {
  const t = useWords('imports')
  const base = useWords('base')
  const { source, changed, nodesLeft, isEven, next, lines } = report
  const copy = async () => {
    const copied = await copyText(lines.join('\n'))
    showMessage(copied ? 'success' : 'error', base(copied ? 'copied' : 'copyFailed'))
  }
  return (
    <div className={css.report}>
      {changed ? (
        <>
          {source ? <Callout tone={isEven ? 'good' : 'bad'}>{t(isEven ? 'isEven' : 'isUneven')}</Callout> : null}
          {into ? <NextSteps steps={next} {...into} /> : null}
          <Figures title={t('changed')} rows={changedRows(t, changed, source === null)} />
        </>
      ) : null}
      {nodesLeft.length === 0 ? null : (
        <Lines title={t('nodesLeft')} lines={nodesLeft.map((left) => saidText(t, left))} />
      )}
      {source ? <SourcePart source={source} /> : null}
      <ActionButton tone="quiet" icon="copy" onClick={() => void copy()}>
        {t('copyReport')}
      </ActionButton>
    </div>
  )
}

function SourcePart({ source }: { source: NonNullable<ShownImportReport['source']> }) {
  const t = useWords('imports')
  const looks = source.findings.filter(({ needsLook }) => needsLook)
  const rules = source.findings.filter(({ needsLook }) => !needsLook)
  return (
    <>
      <p>
        <b>
          {panelText(t, source.panel)}, {versionText(t, source.version)}
        </b>
      </p>
      {source.remarks.map((remark) => (
        <Callout key={remark} tone="info">
          {remarkText(t, remark)}
        </Callout>
      ))}
      <Findings title={t('looks', { count: looks.length })} text={t('looksText')} findings={looks} />
      <div className={css.figures}>
        <Figures title={t('counts')} rows={countRows(t, source.counts)} />
        <Figures title={t('sums')} rows={sumRows(t, source.sums)} />
      </div>
      <Findings title={t('rules', { count: rules.length })} findings={rules} isFolded />
      {looks.length === 0 ? <p className={items.soft}>{t('allFits')}</p> : null}
      {source.findings.length === 0 ? null : <p className={items.soft}>{t('oldNumbers')}</p>}
    </>
  )
}

function Figures({ title, rows }: { title: string; rows: readonly FactRow[] }) {
  return (
    <div>
      <h3 className={items.heading}>{title}</h3>
      <FactRows rows={rows} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3 className={items.heading}>{title}</h3>
      <ul className={items.list}>
        {lines.map((line) => (
          <li key={line} className={css.finding}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

type FindingsProps = {
  title: string
  text?: string
  findings: readonly ImportFinding[]
  /** A long list that nobody must read to its end. */
  isFolded?: boolean
}

function Findings({ title, text, findings, isFolded = false }: FindingsProps) {
  if (findings.length === 0) return null
  const list = (
    <ul className={items.list}>
      {findings.map((finding) => (
        <FindingRow key={finding.code} finding={finding} />
      ))}
    </ul>
  )
  if (isFolded) {
    return (
      <details>
        <summary className={css.summary}>{title}</summary>
        {list}
      </details>
    )
  }
  return (
    <div>
      <h3 className={items.heading}>{title}</h3>
      {text ? <p className={items.soft}>{text}</p> : null}
      {list}
    </div>
  )
}

function FindingRow({ finding }: { finding: ImportFinding }) {
  const t = useWords('imports')
  // These words are looked up by name here; a test compares them with the server's.
  const say = useWords('import-findings') as (key: string) => string
  const { code, count, says, becomes, sumFen, examples } = finding
  const isKnown = keysOf('import-findings').includes(`${code}_to`)
  const more = [
    ...(sumFen === null ? [] : [t('sumOf', { amount: yuanText(sumFen) })]),
    ...(examples.length === 0 ? [] : [examplesText(t, examples, count > examples.length)]),
  ]
  return (
    <li className={css.finding}>
      <span className={css.count}>{count}</span>
      <span className={items.words}>
        <span>{isKnown ? say(code) : says}</span>
        <span className={items.soft}>→ {isKnown ? say(`${code}_to`) : becomes}</span>
        {more.length === 0 ? null : <span className={items.soft}>{more.join(' · ')}</span>}
      </span>
    </li>
  )
}
