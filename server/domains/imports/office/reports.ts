import type { ShownImportReport } from '../../../../contract/console/imports.ts'
import { printable } from '../../../platform/text/printable.ts'
import type { SourceReport } from '../check-source.ts'
import { outcomeLine, reportLines } from '../report/lines.ts'
import { isEven } from '../run/is-even.ts'
import { importLines, undoLines } from '../run/lines.ts'
import { nextSteps } from '../run/next-steps.ts'
import type { ImportReport } from '../run/run-import.ts'
import type { Undone } from '../run/undo-import.ts'

/** What a task keeps: figures for the screen, and the lines that the command prints for the same. */
export function checkReport(report: SourceReport): ShownImportReport {
  const nothing = { changed: null, nodesLeft: [], isEven: true, next: [] }
  return { ...nothing, source: shownSource(report), lines: reportLines(report) }
}

export function runReport(report: ImportReport): ShownImportReport {
  const { nodesLeft, ...changed } = report.brought
  return {
    source: shownSource(report.source),
    changed,
    nodesLeft: [...leftLines(report.source), ...nodesLeft].map(printable),
    isEven: isEven(report),
    next: nextSteps(report),
    lines: importLines(report),
  }
}

/** The nodes that do not come. */
function leftLines({ outcomes }: SourceReport): string[] {
  return outcomes.nodes.filter(({ becomes }) => becomes === 'left').map((left) => outcomeLine(left).trim())
}

export function undoReport(undone: Undone): ShownImportReport {
  const { importId: _importId, ...changed } = undone
  return { source: null, changed, nodesLeft: [], isEven: true, next: [], lines: undoLines(undone) }
}

function shownSource({ panel, remarks, counts, sums, findings }: SourceReport): ShownImportReport['source'] {
  return {
    panel: panel.name,
    version: printable(panel.version),
    remarks: [...remarks],
    counts,
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)])),
    findings: findings.map(({ code, count, needsLook, says, becomes, sumFen, examples }) => ({
      code,
      count,
      needsLook,
      says,
      becomes,
      sumFen: sumFen === null ? null : String(sumFen),
      examples: examples.map(printable),
    })),
  }
}
