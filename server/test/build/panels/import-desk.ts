import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { runImport, type ImportReport } from '../../../domains/imports/run/run-import.ts'
import { clock } from '../../../platform/clock.ts'
import { atFileEnd } from '../../run/endings.ts'
import type { TestApp } from '../../run/make-app.ts'
import { buildReseller } from '../factories.ts'
import type { PanelRows } from './rows.ts'
import type { PanelName } from './schemas.ts'
import { writeDump } from './write-dump.ts'

const GIB = 1024 ** 3
export const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400

export const panelPlan = {
  id: 1,
  name: '月付',
  group_id: 1,
  transfer_enable: 100,
  show: 1,
  renew: 1,
  month_price: 3000,
}
/** A user with two months of that plan left. */
export const served = { plan_id: 1, group_id: 1, transfer_enable: 100 * GIB, expired_at: inDays(60), u: GIB, d: GIB }

export type RunMore = {
  panel?: PanelName
  percent?: number | null
  source?: string
  hasLooked?: boolean
  serverToken?: string
}

/** Resellers that other panels' businesses come to. */
export function makeImportDesk({ db, config }: Pick<TestApp, 'db' | 'config'>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-run-import-'))
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
  const ctx = () => ({ db, config, now: clock.now(), actor: 'operator:test', isDryRun: false })
  const fileOf = (panel: PanelName, rows: PanelRows) => {
    const file = path.join(folder, `${randomUUID()}.sql`)
    writeFileSync(file, writeDump(panel, rows))
    return file
  }
  const accounts = (resellerId: number) =>
    db.kysely.selectFrom('accounts').selectAll().where('resellerId', '=', resellerId).orderBy('id').execute()
  let resellers = 400
  return {
    folder,
    ctx,
    fileOf,
    accounts,
    async newReseller(): Promise<number> {
      resellers++
      await buildReseller(db, { id: resellers })
      return resellers
    },
    run(resellerId: number, rows: PanelRows, more: RunMore = {}): Promise<ImportReport> {
      const { panel = 'v2board', percent = 40, source = 'panel', hasLooked = true, serverToken } = more
      const wish = { file: fileOf(panel, rows), resellerId, source, wholesalePercent: percent, hasLooked }
      return runImport(ctx(), { ...wish, ...(serverToken === undefined ? {} : { serverToken }) })
    },
    async accountOf(resellerId: number, email: string) {
      return (await accounts(resellerId)).find((account) => account.email === email)!
    },
  }
}
