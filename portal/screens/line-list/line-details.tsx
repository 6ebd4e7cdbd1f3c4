import type { Line } from '../../../contract/lines.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { CopyRows } from '../../../ui/components/copy-rows.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { isUnderWay } from '../../features/lines/count-installs.ts'
import { useWords } from '../../words/language.ts'
import { LineImport } from './line-import.tsx'
import css from './line-sheet.module.css'
import { nextStepOf } from './next-step.ts'
import { SheetLine } from './sheet-line.tsx'
import { StepText } from './step-text.tsx'
import { useConnectionRows } from './use-connection-rows.ts'

/** Content of the sheet: the details, or one of their actions. */
export type Step = 'details' | 'move' | 'rotate' | 'uninstall'

export function LineDetails({ line, onStep }: { line: Line; onStep: (step: Step) => void }) {
  const t = useWords('line-list')
  const next = nextStepOf(line)
  const canMove = !isUnderWay(line) && line.reason !== 'paused' && line.reason !== 'expired'
  return (
    <div className={css.details}>
      <SheetLine line={line} isNamed />
      {next ? (
        <Callout tone="info">
          <StepText line={line} step={next} />
        </Callout>
      ) : null}
      {line.connection ? (
        <div className={css.columns}>
          <LineImport name={line.nodeName} uri={line.connection.uri} />
          <ByHand line={line} connection={line.connection} />
        </div>
      ) : (
        <p className="soft">{t('notReady')}</p>
      )}
      <div className={css.actions}>
        {canMove ? (
          <ActionButton tone="quiet" icon="move" fill onClick={() => onStep('move')}>
            {t('change')}
          </ActionButton>
        ) : null}
        {line.connection ? (
          <ActionButton tone="quiet" icon="key" fill onClick={() => onStep('rotate')}>
            {t('rotate')}
          </ActionButton>
        ) : null}
        <ActionButton tone="dangerQuiet" icon="trash" fill onClick={() => onStep('uninstall')}>
          {t('uninstall')}
        </ActionButton>
      </div>
    </div>
  )
}

type Connection = NonNullable<Line['connection']>

function ByHand({ line, connection }: { line: Line; connection: Connection }) {
  const t = useWords('line-list')
  const rows = useConnectionRows(line.protocol, connection)
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('byHand')}</h3>
      <CopyRows rows={rows} copyLabel={(name) => t('copyOf', { name })} onCopy={useCopy()} />
    </section>
  )
}
